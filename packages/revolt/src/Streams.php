<?php

declare(strict_types=1);

namespace Cenote\Revolt;

use Async\Poller;
use Revolt\EventLoop\CallbackType;
use SplQueue;

/** The callbacks of streams, and what the poller is asked for them. */
final class Streams
{
    /** @var array<int, array<string, Callback>> by the number of the stream */
    private array $readers = [];

    /** @var array<int, array<string, Callback>> */
    private array $writers = [];

    /** @var array<int, resource> those whose callbacks have changed since the poller was told */
    private array $changed = [];

    /** @var array<int, int> what the poller was asked for */
    private array $asked = [];

    public function __construct(private readonly Poller $poller)
    {
    }

    public function add(Callback $callback): void
    {
        $key = (int) $callback->subject;
        if ($callback->type === CallbackType::Readable) {
            $this->readers[$key][$callback->id] = $callback;
        } else {
            $this->writers[$key][$callback->id] = $callback;
        }
        $this->changed[$key] = $callback->subject;
    }

    public function remove(Callback $callback): void
    {
        $key = (int) $callback->subject;
        unset($this->readers[$key][$callback->id], $this->writers[$key][$callback->id]);
        if (($this->readers[$key] ?? null) === []) {
            unset($this->readers[$key]);
        }
        if (($this->writers[$key] ?? null) === []) {
            unset($this->writers[$key]);
        }
        if (isset($this->asked[$key])) {
            $this->changed[$key] = $callback->subject;
        } elseif (!isset($this->readers[$key]) && !isset($this->writers[$key])) {
            unset($this->changed[$key]);
        }
    }

    /**
     * Adds those whose streams are ready, after a wait for that many microseconds at most.
     *
     * @param SplQueue<Callback> $ready
     */
    public function wait(?int $microseconds, SplQueue $ready): void
    {
        $this->settle();
        foreach ($this->poller->wait($microseconds) as $stream => $signs) {
            if ($signs & 1) {
                foreach ($this->readers[$stream] ?? [] as $callback) {
                    $ready->enqueue($callback);
                }
            }
            if ($signs & 2) {
                foreach ($this->writers[$stream] ?? [] as $callback) {
                    $ready->enqueue($callback);
                }
            }
        }
    }

    /** Tells the poller. What was disabled and enabled again in between costs no system call. */
    public function settle(): void
    {
        [$changed, $this->changed] = [$this->changed, []];
        foreach ($changed as $key => $stream) {
            $wants = (isset($this->readers[$key]) ? 1 : 0) | (isset($this->writers[$key]) ? 2 : 0);
            if ($wants === ($this->asked[$key] ?? 0)) {
                continue;
            }
            $this->poller->watch($stream, ($wants & 1) !== 0, ($wants & 2) !== 0);
            if ($wants === 0) {
                unset($this->asked[$key]);
            } else {
                $this->asked[$key] = $wants;
            }
        }
    }
}
