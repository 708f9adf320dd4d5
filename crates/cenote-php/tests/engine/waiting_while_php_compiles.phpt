--TEST--
SPEC 30.12: what exists only once cannot be left: while PHP compiles, scans or sorts several arrays, a delay blocks and what would wait throws; the stream of a script may wait
--INI--
include_path=.:/usr/share/php
--FILE--
<?php
use function Async\{spawn, await, await_all, delay, suspend};

set_error_handler(function () { delay(1); return true; });
[$values, $errors] = await_all([
    spawn(fn() => eval('function f1($a = 1, $b) {} return "one";')),
    spawn(fn() => eval('function f2($a = 1, $b) {} return "two";')),
]);
echo json_encode($values), count($errors), "\n";

$said = [];
$waits = function () use (&$said) {
    try {
        suspend();
        return 'waited';
    } catch (Error $e) {
        $said[$e->getMessage()] = ($said[$e->getMessage()] ?? 0) + 1;
        return 'refused';
    }
};
restore_error_handler();
$how = '';
set_error_handler(function () use ($waits, &$how) { $how .= $waits() . ' '; return true; });
class Key
{
    public static ?Closure $waits = null;
    public function __construct(private string $text) {}
    public function __toString(): string { (self::$waits)(); return $this->text; }
}
Key::$waits = function () use ($waits, &$how) { $how .= $waits() . ' '; };

$try = function (string $what, callable $body) use (&$how) {
    $how = '';
    $other = spawn(fn() => eval('return 3;'));
    $two = [spawn($body), spawn($body)];
    [$results, $errors] = await_all($two);
    $kinds = implode(' ', array_unique(array_filter(explode(' ', $how))));
    echo "$what: $kinds, ", json_encode($results[0]), ' ', $results[0] == $results[1] ? 'equal' : 'different', ' ', await($other), "\n";
};
$n = 0;
$try('eval', function () use (&$n) { $name = 'g' . $n++; return eval("function $name(\$a = 1, \$b) {} return [1, 2];"); });
$ini = sys_get_temp_dir() . '/cenote-' . getmypid() . '.ini';
file_put_contents($ini, "[a]\nb = 1\nc = (\n");
$try('parse_ini_file', fn() => parse_ini_file($ini, true));
unlink($ini);
$try('parse_ini_string', fn() => parse_ini_string("[a]\nb = 1\nc = (\n", true));
$try('array_multisort', function () {
    $a = [new Key('b'), new Key('a'), new Key('c')];
    $b = [1, 2, 3];
    array_multisort($a, SORT_STRING, $b);
    return $b;
});
$try('highlight_string', function () use (&$how, $waits) {
    ob_start(function ($text, $mode) use (&$how, $waits) { if (!($mode & PHP_OUTPUT_HANDLER_FINAL)) $how .= $waits() . ' '; return ''; }, 1);
    highlight_string('<?php echo "a", $b;');
    ob_end_clean();
    return 1;
});
$try('usort', function () use (&$how, $waits) {
    $a = [2, 1];
    usort($a, function ($x, $y) use (&$how, $waits) { $how .= $waits() . ' '; return $x <=> $y; });
    return $a;
});

class Source
{
    public $context;
    private string $rest;
    public function stream_open(string $path): bool { $this->rest = '<?php return "' . substr($path, 6) . '";'; return $path !== 'src://none'; }
    public function stream_read(int $count): string { suspend(); $read = $this->rest; $this->rest = ''; return $read; }
    public function stream_eof(): bool { return $this->rest === ''; }
    public function stream_stat(): array { return []; }
    public function stream_set_option(int $option, int $one, int $two): bool { return false; }
}
stream_wrapper_register('src', Source::class);
[$values] = await_all([spawn(fn() => include 'src://x'), spawn(fn() => require 'src://y'), spawn(fn() => include_once 'src://z')]);
echo json_encode($values), "\n";
$warnings = [];
set_error_handler(function ($number, $message) use (&$warnings) { $warnings[] = $message; return true; });
var_dump(await(spawn(fn() => include 'src://none')));
print_r($warnings);
echo implode("\n", array_keys($said)), "\ndone\n";
?>
--EXPECT--
["one","two"]0
eval: refused, [1,2] equal 3
parse_ini_file: refused, false equal 3
parse_ini_string: refused, false equal 3
array_multisort: refused, [2,1,3] equal 3
highlight_string: refused, 1 equal 3
usort: waited, [1,2] equal 3
["x","y","z"]
bool(false)
Array
(
    [0] => include(src://none): Failed to open stream: "Source::stream_open" call failed
    [1] => include(): Failed opening 'src://none' for inclusion (include_path='.:/usr/share/php')
)
Cannot wait here: PHP is compiling, scanning an ini file or a source, packing the session, or inside array_multisort(), mb_ereg_replace_callback(), DOMDocument::save(), XSLTProcessor::importStylesheet() or Phar::buildFromIterator(), and cannot do that for two coroutines at once. Do what waits in a coroutine spawned here
done
