<?php

declare(strict_types=1);

namespace Cenote\Revolt;

use Async\Poller;
use Revolt\EventLoop\CallbackType;

/** The callbacks of streams, and what the poller is asked for them. */
final class Streams
{
    /** @var array<int, array<string, Callback>> by the number of the stream */
    private array $readers = [];

    /** @var array<int, array<string, Callback>> */
    private array $writers = [];

    public function __construct(private readonly Poller $poller)
    {
    }

    public function add(Callback $callback): void
    {
        if ($callback->type === CallbackType::Readable) {
            $this->readers[(int) $callback->subject][$callback->id] = $callback;
        } else {
            $this->writers[(int) $callback->subject][$callback->id] = $callback;
        }
        $this->watch($callback->subject);
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
        $this->watch($callback->subject);
    }

    /** @return list<Callback> those whose streams are ready, after a wait for that many microseconds at most */
    public function wait(?int $microseconds): array
    {
        $ready = [];
        foreach ($this->poller->wait($microseconds) as $stream => $signs) {
            $readers = $signs & 1 ? $this->readers[$stream] ?? [] : [];
            $writers = $signs & 2 ? $this->writers[$stream] ?? [] : [];
            array_push($ready, ...array_values($readers), ...array_values($writers));
        }
        return $ready;
    }

    private function watch(mixed $stream): void
    {
        $this->poller->watch($stream, isset($this->readers[(int) $stream]), isset($this->writers[(int) $stream]));
    }
}
