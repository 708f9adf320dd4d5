<?php

declare(strict_types=1);

namespace Live;

use function Async\delay;

/** Server-sent events: a snapshot after each pause, as long as the client listens. */
final class Events
{
    private const PAUSE = 125; // ms

    public function __construct(private readonly Snapshot $snapshot) {}

    public function __invoke(Request $request): void
    {
        fwrite($request->client, Response::head(200, 'text/event-stream'));
        do {
            $event = 'data: ' . json_encode($this->snapshot->take(), JSON_THROW_ON_ERROR) . "\n\n";
            // A slow client holds up its own coroutine only.
            $sent = @fwrite($request->client, $event);
            delay(self::PAUSE);
        } while ($sent === strlen($event));
    }
}
