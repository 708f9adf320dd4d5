<?php
// Loads a file of stubs, for reflection, into a PHP that has no extension: what it says of Fiber, a class that every PHP has, under another name.

declare(strict_types=1);

const FIBER_IN_STUBS = 'FiberInStubs';

/** The path that reflection shows of what was loaded. */
function load_stubs(string $file): string
{
    $copy = realpath(tempnam(sys_get_temp_dir(), 'stubs'));
    file_put_contents($copy, strtr(file_get_contents($file), ["class Fiber\n" => 'class ' . FIBER_IN_STUBS . "\n"]));
    require $copy;
    unlink($copy);
    return $copy;
}
