<?php

declare(strict_types=1);

namespace Cenote\Redis;

use ReflectionClass;
use ReflectionMethod;

/** Writes a class below another one that passes each call on to a trait's `callPooled()`. */
final class ClassWriter
{
    /**
     * @param class-string $parent
     * @param class-string $trait
     */
    public static function write(string $parent, string $namespace, string $name, string $trait): string
    {
        $own = array_map(fn (ReflectionMethod $method): string => strtolower($method->name), (new ReflectionClass($trait))->getMethods());
        $methods = [];
        foreach ((new ReflectionClass($parent))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
            if (!$method->isStatic() && !in_array(strtolower($method->name), $own, true)) {
                $methods[] = self::method($method);
            }
        }
        return "namespace $namespace;\nclass $name extends \\$parent\n{\n    use \\$trait;\n" . implode('', $methods) . "}\n";
    }

    private static function method(ReflectionMethod $method): string
    {
        $parameters = $method->getParameters();
        $last = -1; // of those by reference
        foreach ($parameters as $place => $parameter) {
            if ($parameter->isPassedByReference() && !$parameter->isVariadic()) {
                $last = $place;
            }
        }
        $names = $declared = [];
        foreach (array_slice($parameters, 0, $last + 1) as $parameter) {
            $names[] = ($parameter->isPassedByReference() ? '&' : '') . '$' . $parameter->name;
            $declared[] = end($names) . ($parameter->isOptional() ? ' = null' : '');
        }
        $declared[] = '...$arguments';
        $type = $method->getReturnType();
        $returns = $type === null ? '' : ": $type";
        $call = sprintf('$this->callPooled(%s, [%s])', var_export($method->name, true), implode(', ', [...$names, '...$arguments']));
        $body = in_array((string) $type, ['void', 'never'], true) ? "$call;" : "return $call;";
        return sprintf("    #[\\ReturnTypeWillChange]\n    public function %s(%s)%s { %s }\n", $method->name, implode(', ', $declared), $returns, $body);
    }
}
