--TEST--
SPEC 30.16: while a class opens a script and waits, other coroutines open URLs as ever; the class itself may not, in either of two that do it at once
--FILE--
<?php
use function Async\{await_all_or_fail, delay, spawn};

class Scripts
{
    public $context;
    private string $rest = '';

    public function stream_open(string $path): bool
    {
        delay(2);
        echo 'the class: ', opened('url://inside'), "\n";
        $this->rest = '<?php return "' . substr($path, 9) . '";';
        delay(2);
        echo 'the class: ', opened('url://inside again'), "\n";
        return true;
    }

    public function stream_read(int $count): string
    {
        $read = $this->rest;
        $this->rest = '';
        return $read;
    }

    public function stream_eof(): bool
    {
        return $this->rest === '';
    }

    public function stream_stat(): array
    {
        return [];
    }

    public function stream_set_option(int $option, int $one, int $two): bool
    {
        return false;
    }
}

class Url
{
    public $context;

    public function stream_open(): bool
    {
        return true;
    }
}

function opened(string $url): string
{
    return @fopen($url, 'r') ? 'opened' : preg_replace('/^.*: /', '', error_get_last()['message']);
}

stream_wrapper_register('script', Scripts::class);
stream_wrapper_register('url', Url::class, STREAM_IS_URL);
$other = function (): string {
    $how = [];
    for ($i = 0; $i < 6; $i++) {
        $how[] = opened('url://outside');
        delay(1);
    }
    return implode(', ', array_unique($how));
};
$results = await_all_or_fail([
    spawn(fn() => include 'script://one'), spawn($other), spawn(fn() => include 'script://two'), spawn($other),
]);
echo json_encode($results), "\n", opened('url://after'), "\n";
?>
--EXPECT--
the class: no suitable wrapper could be found
the class: no suitable wrapper could be found
the class: no suitable wrapper could be found
the class: no suitable wrapper could be found
["one","opened","two","opened"]
opened
