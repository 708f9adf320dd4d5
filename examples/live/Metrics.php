<?php

declare(strict_types=1);

namespace Live;

/** The same figures in Prometheus' text format. */
final class Metrics
{
    private const STATES = ['creating', 'idle', 'granted', 'checking', 'active', 'cleaning', 'destroying'];
    private const BREAKER = ['ACTIVE', 'INACTIVE', 'RECOVERING'];

    private string $text = '';

    public function __construct(private readonly Snapshot $snapshot) {}

    public function __invoke(Request $request): Response
    {
        $now = $this->snapshot->take();
        $pool = $now['pool'];
        $this->text = '';
        $states = array_count_values(array_column($now['slots'], 'state'));
        $this->metric('cenote_pool_slots', 'gauge', 'Resources by what is going on in their slot.', self::labelled('state', self::STATES, fn ($state) => $states[$state] ?? 0));
        $this->metric('cenote_pool_limit', 'gauge', 'Upper limit of resources.', ['' => $pool['max']]);
        $this->metric('cenote_pool_waiting', 'gauge', 'Callers in line.', ['' => $pool['waiting']]);
        $this->metric('cenote_pool_breaker_state', 'gauge', '1 for the state in which the circuit breaker is.', self::labelled('state', self::BREAKER, fn ($state) => (int) ($pool['state'] === $state)));
        $this->metric('cenote_pool_longest_hold_seconds', 'gauge', 'The longest hold of now.', ['' => $pool['longestHold'] / 1e3]);
        $counters = [
            'acquires' => 'Resources lent.',
            'waits' => 'Callers that had to wait in line.',
            'timeouts' => 'Callers that waited in vain.',
            'created' => 'Resources made.',
            'destroyed' => 'Resources destroyed.',
            'createFailures' => 'Failures of the factory.',
            'rejected' => 'Resources that a check has rejected.',
            'expired' => 'Resources destroyed for their age.',
        ];
        foreach ($counters as $figure => $help) {
            $name = 'cenote_pool_' . strtolower(preg_replace('/[A-Z]/', '_$0', $figure)) . '_total';
            $this->metric($name, 'counter', $help, ['' => $pool[$figure]]);
        }
        $outcomes = ['served' => 'served', 'timedOut' => 'timed_out', 'refused' => 'refused', 'failed' => 'failed'];
        $requests = array_combine($outcomes, array_map(fn ($outcome) => $now['requests'][$outcome], array_keys($outcomes)));
        $this->metric('cenote_live_requests_total', 'counter', 'Requests by what became of them.', self::labelled('outcome', $outcomes, fn ($outcome) => $requests[$outcome]));
        $this->metric('cenote_live_database_up', 'gauge', '1 while the database runs.', ['' => (int) $now['database']['up']]);
        $this->histogram('cenote_live_acquire_duration_seconds', 'How long acquire() took for those that were served.', $this->snapshot->histogram());
        return new Response(200, 'text/plain; version=0.0.4; charset=utf-8', $this->text);
    }

    /** @param array<string, int|float> $samples value by labels, as they are written in braces */
    private function metric(string $name, string $type, string $help, array $samples): void
    {
        $this->text .= "# HELP $name $help\n# TYPE $name $type\n";
        foreach ($samples as $labels => $value) {
            $this->text .= $name . ($labels === '' ? '' : "{{$labels}}") . " $value\n";
        }
    }

    private function histogram(string $name, string $help, array $histogram): void
    {
        $this->text .= "# HELP $name $help\n# TYPE $name histogram\n";
        $count = 0;
        foreach ($histogram['buckets'] as $i => $in_bucket) {
            $count += $in_bucket;
            $bound = Latency::BOUNDS[$i] ?? '+Inf';
            $this->text .= "{$name}_bucket{le=\"$bound\"} $count\n";
        }
        $this->text .= "{$name}_sum {$histogram['sum']}\n{$name}_count $count\n";
    }

    /** @return array<string, int|float> */
    private static function labelled(string $label, array $values, callable $sample): array
    {
        $samples = [];
        foreach ($values as $value) {
            $samples["$label=\"$value\""] = $sample($value);
        }
        return $samples;
    }
}
