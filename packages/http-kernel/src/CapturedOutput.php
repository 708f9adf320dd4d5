<?php

declare(strict_types=1);

namespace Cenote\HttpKernel;

/** What the code of a request has sent by itself, beside its response: by `echo`, `header()`, `setcookie()` and `http_response_code()`. */
final class CapturedOutput
{
    /** @param list<string> $lines as `headers_list()` returns them */
    private function __construct(
        public readonly string $text,
        private readonly array $lines,
        /** Null: none was set. */
        public readonly ?int $status,
    ) {
    }

    /** Ends the running coroutine's output buffers, and takes what they have collected. */
    public static function take(): self
    {
        // Those that the code has opened and not closed belong to its output, as at the end of a script.
        while (ob_get_level() > 1 && ob_end_flush()) {
        }
        $status = http_response_code();
        $taken = new self((string) ob_get_clean(), headers_list(), is_int($status) ? $status : null);
        header_remove();
        return $taken;
    }

    public function isEmpty(): bool
    {
        return $this->text === '' && $this->lines === [] && $this->status === null;
    }

    /**
     * By name. Those that the response has itself are left out, as it would replace them; but for cookies, which are added to its own.
     *
     * @param list<string> $own names of the response's headers
     * @return array<string, list<string>>
     */
    public function headersBeside(array $own): array
    {
        $own = array_map(strtolower(...), $own);
        $headers = [];
        foreach ($this->lines as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            if (strcasecmp($name, 'Set-Cookie') === 0 || !in_array(strtolower($name), $own, true)) {
                $headers[$name][] = trim($value);
            }
        }
        return $headers;
    }
}
