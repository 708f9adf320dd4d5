<?php

declare(strict_types=1);

namespace Live;

use RuntimeException;

/** What the page's controls do to the pool and to the database. */
final class Controls
{
    public function __construct(
        private readonly ConnectionPool $pool,
        private readonly Database $database,
        private readonly Settings $settings,
    ) {}

    public function __invoke(Request $request): Response
    {
        // Other sites' pages cannot send this type without asking, and nobody here says yes.
        if (($request->headers['content-type'] ?? '') !== 'application/json') {
            return Response::json(['said' => 'Send application/json'], 415);
        }
        $wanted = json_decode($request->body, true);
        if (!is_array($wanted) || count($wanted) !== 1) {
            return Response::json(['said' => 'Send an object with one control and its value'], 400);
        }
        try {
            return Response::json(['said' => $this->act(key($wanted), current($wanted))]);
        } catch (RuntimeException $e) {
            return Response::json(['said' => $e->getMessage()], 422);
        }
    }

    private function act(string|int $control, mixed $value): string
    {
        return match ($control) {
            'load', 'hold', 'max', 'trip' => $this->set($control, $value),
            'kill' => $this->kill($value),
            'database' => $this->switchDatabase($value),
            'breaker' => $this->switchBreaker($value),
            default => throw new RuntimeException("There is no control $control"),
        };
    }

    private function set(string $name, mixed $value): string
    {
        [$least, $most] = Settings::RANGES[$name];
        if (!is_int($value) || $value < $least || $value > $most) {
            throw new RuntimeException("$name is a whole number from $least to $most");
        }
        $this->settings->$name = $value;
        if ($name === 'max') {
            $this->pool->resize($value);
        }
        return "$name is $value now";
    }

    private function kill(mixed $slot): string
    {
        $connection = is_int($slot) ? $this->pool->inSlot($slot) : null;
        if ($connection === null) {
            throw new RuntimeException('There is no connection in that slot to kill');
        }
        $this->database->kill($connection);
        return "The connection in slot $slot was killed";
    }

    private function switchDatabase(mixed $to): string
    {
        if (!in_array($to, ['stop', 'start'], true)) {
            throw new RuntimeException('database is stop or start');
        }
        if ($this->database->isUp() === ($to === 'start')) {
            throw new RuntimeException($to === 'start' ? 'The database runs already' : 'The database is stopped already');
        }
        $to === 'start' ? $this->database->start() : $this->database->stop();
        return $to === 'start' ? 'The database runs again' : 'The database is stopped';
    }

    private function switchBreaker(mixed $to): string
    {
        match ($to) {
            'deactivate' => $this->pool->pool->deactivate(),
            'recover' => $this->pool->pool->recover(),
            'activate' => $this->pool->pool->activate(),
            default => throw new RuntimeException('breaker is deactivate, recover or activate'),
        };
        return "The breaker is {$this->pool->pool->getState()->name}";
    }
}
