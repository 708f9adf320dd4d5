--TEST--
SPEC 44.15: inside a destructor, also one that the collector runs or at the script's end, a loop is told what has happened; where it would have to wait, it waits from PHP 8.4 on, and throws before
--FILE--
<?php
use Async\FileSystemWatcher;
use function Async\{await, spawn};
class Looks
{
    public ?Looks $self = null;

    public function __construct(private string $where)
    {
    }

    public function __destruct()
    {
        $dir = sys_get_temp_dir() . "/cenote-destructor-$this->where-" . getmypid();
        mkdir($dir);
        $watcher = new FileSystemWatcher($dir);
        touch("$dir/$this->where");
        foreach ($watcher as $event) {
            echo $event->filename, "\n";
            break;
        }
        $later = spawn(fn () => mkdir("$dir/later"));
        try {
            foreach ($watcher as $event) {
                echo "$event->filename\n";
                break;
            }
        } catch (Error $error) {
            echo PHP_VERSION_ID < 80400 && str_starts_with($error->getMessage(), 'Cannot wait here') ? "later\n" : "$error\n";
            $later->cancel();
        }
        exec('rm -r ' . escapeshellarg($dir));
    }
}
$looks = new Looks('main');
unset($looks);
await(spawn(function (): void {
    $looks = new Looks('coroutine');
}));
$looks = new Looks('collector');
$looks->self = $looks;
unset($looks);
gc_collect_cycles();
$looks = new Looks('end');
?>
--EXPECT--
main
later
coroutine
later
collector
later
end
later
