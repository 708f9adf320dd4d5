<?php
// What libxml, intl, mbstring and the session keep in globals while they call user code that waits (docs/internals/engine-globals.md).
use function Async\{await_all, await_all_or_fail, current_coroutine, delay, spawn, suspend};

ob_start(); // a session must start before there is output

/** Runs both at the same time; what each returns, or the message of what it threw. */
function both(Closure ...$bodies): string
{
    return json_encode(await_all_or_fail(array_map(fn(Closure $body) => spawn(function () use ($body) {
        try {
            return $body();
        } catch (Throwable $e) {
            return get_class($e) . ': ' . $e->getMessage();
        }
    }), $bodies)), JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
}

/** What `suspend()` says here. */
function waited(): string
{
    try {
        suspend();
        return 'waited';
    } catch (Error $e) {
        return 'refused';
    }
}

class Slow
{
    public static array $texts = [];
    public static string $how = '';
    public $context;
    private string $rest = '';
    private string $path;
    public function stream_open(string $path, string $mode): bool
    {
        $this->path = $path;
        $this->rest = self::$texts[$path] ?? '';
        return $mode[0] !== 'r' || isset(self::$texts[$path]);
    }
    public function stream_read(int $count): string
    {
        self::$how = waited();
        delay(1);
        $read = $this->rest;
        $this->rest = '';
        return $read;
    }
    public function stream_write(string $text): int
    {
        self::$how = waited();
        delay(1);
        self::$texts[$this->path] = (self::$texts[$this->path] ?? '') . $text;
        return strlen($text);
    }
    public function stream_eof(): bool { return $this->rest === ''; }
    public function stream_stat(): array { return []; }
    public function url_stat(): array { return []; }
}
stream_wrapper_register('slow', Slow::class);

$parse = function (string $name, string ...$texts): array {
    $said = [];
    set_error_handler(function (int $level, string $message) use (&$said): bool {
        delay(1);
        $said[] = preg_replace('/^.*?: /', '', $message);
        return true;
    });
    foreach ($texts as $text) {
        (new DOMDocument())->loadXML($text);
    }
    return [$name, ...$said];
};
echo 'libxml messages: ', both(fn() => $parse('ann', '<ann></anna>'), fn() => $parse('bob', '<bob></bobby>')), "\n";

$load = function (string $name, int $ms, ?string $fails = null): string {
    $document = new DOMDocument();
    $document->loadXML("<!DOCTYPE a SYSTEM \"$name-$ms-$fails\"><a>&$name;</a>", LIBXML_DTDLOAD | LIBXML_NOENT);
    return $document->textContent;
};
libxml_set_external_entity_loader(function (?string $public, string $system) {
    [$name, $ms, $fails] = explode('-', basename($system));
    delay((int) $ms);
    if ($fails) {
        throw new Exception($fails);
    }
    $stream = fopen('php://memory', 'w+');
    fwrite($stream, "<!ENTITY $name \"of $name\">");
    rewind($stream);
    return $stream;
});
echo 'entity loader: ', both(fn() => $load('ann', 9), fn() => $load('bob', 3), fn() => $load('eve', 6, 'no-file'), fn() => $load('kim', 1)), "\n";
libxml_set_external_entity_loader(null);

$document = new DOMDocument();
$document->loadXML('<a/>');
$text = fn(string $xml): string => trim(substr($xml, strpos($xml, "\n")));
$save = function (int $options) use ($document, $text): string {
    $document->save("slow://$options", $options);
    return Slow::$how . ' ' . $text(Slow::$texts["slow://$options"]);
};
echo 'empty tags: ', both(
    fn() => $save(LIBXML_NOEMPTYTAG), fn() => $save(0), fn() => $text($document->saveXML()), fn() => $text($document->saveXML(options: LIBXML_NOEMPTYTAG)),
), ' then ', $text($document->saveXML()), "\n";

if (class_exists('XSLTProcessor')) {
    $sheet = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">%s</xsl:stylesheet>';
    Slow::$texts['slow://sheet'] = sprintf($sheet, '<xsl:output method="text"/>');
    $import = function () use ($sheet): string {
        $document = new DOMDocument();
        $document->loadXML(sprintf($sheet, '<xsl:import href="slow://sheet"/><xsl:template match="/">made</xsl:template>'));
        $processor = new XSLTProcessor();
        $processor->importStylesheet($document);
        return Slow::$how . ' ' . $processor->transformToXml($document);
    };
    Slow::$texts['slow://plain'] = '<a/>';
    $plain = function (): string {
        $document = new DOMDocument();
        $document->load('slow://plain');
        return Slow::$how;
    };
    echo 'stylesheets: ', both($import, $plain, $import), "\n";
}

class Word
{
    public function __construct(private string $text) {}
    public function __toString(): string
    {
        suspend();
        return $this->text;
    }
}
$sort = function (string $language, string $method) {
    $words = array_map(fn(string $text) => new Word($text), ['z', 'ä', 'b']);
    (new Collator($language))->$method($words);
    return "$language: " . implode(' ', $words);
};
echo 'collators: ', both(fn() => $sort('sv', 'sort'), fn() => $sort('de', 'asort'), fn() => $sort('sv', 'sort')), "\n";

$replace = fn(): string => mb_ereg_replace_callback('b', fn() => waited(), 'abc');
echo 'mb_ereg_replace_callback: ', both($replace, $replace), "\n";

$build = function (string $file, string $name): string {
    $how = '';
    $phar = new Phar($file);
    $phar->buildFromIterator((function () use ($name, &$how) {
        for ($i = 0; $i < 3; $i++) {
            $how = waited();
            delay(1);
            fwrite($entry = fopen('php://memory', 'w+'), "$name $i");
            rewind($entry);
            yield "$name-$i.txt" => $entry;
        }
    })());
    $seen = [];
    foreach (new Phar($file) as $path => $entry) {
        str_starts_with(basename($path), $name) && $seen[] = file_get_contents($path);
    }
    sort($seen);
    return "$how " . implode(', ', $seen);
};
$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '.phar';
echo 'archive: ', both(fn() => $build($file, 'ann'), fn() => $build($file, 'bob')), "\n";
unlink($file);

class Stored
{
    public static string $how = '';
    public function __construct(public int $number) {}
    public function __serialize(): array
    {
        self::$how = waited();
        delay(1);
        return [$this->number];
    }
    public function __unserialize(array $data): void
    {
        self::$how = waited();
        $this->number = $data[0];
    }
}
final class Store implements SessionHandlerInterface
{
    public array $texts = [];
    public array $how = [];
    public function open(string $path, string $name): bool { return true; }
    public function close(): bool { return true; }
    public function read(string $id): string { $this->how[] = waited(); return $this->texts[$id] ?? ''; }
    public function write(string $id, string $text): bool { $this->how[] = waited(); $this->texts[$id] = $text; return true; }
    public function destroy(string $id): bool { return true; }
    public function gc(int $lifetime): int { return 0; }
}
if (function_exists('session_start')) {
    session_set_save_handler($store = new Store(), false);
    session_id('one');
    session_start(['use_cookies' => 0, 'cache_limiter' => '']);
    $_SESSION['stored'] = [new Stored(1), new Stored(2)];
    $grow = function (): int {
        for ($i = 0; $i < 100; $i++) {
            $_SESSION["key $i"] = $i;
            suspend();
        }
        return count($_SESSION);
    };
    echo 'session: ', both(fn() => strlen(session_encode()) > 0 ? Stored::$how : '', $grow), ' ';
    echo both(fn() => session_write_close(), fn() => 'other'), ' ', Stored::$how, ' ', implode(' ', $store->how), ' ';
    Stored::$how = '';
    session_start(['use_cookies' => 0, 'cache_limiter' => '']);
    echo $_SESSION['stored'][1]->number, ' ', Stored::$how, ' ', count($_SESSION), "\n";
    session_abort();
}
echo "done\n";
