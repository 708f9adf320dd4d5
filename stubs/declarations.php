<?php
// What reflection shows of functions, classes and constants, as the text that would declare them.

declare(strict_types=1);

/** Where the things to be described come from. */
interface Origin
{
    /** @return list<ReflectionFunction> */
    public function functions(): array;

    /** @return list<ReflectionClass> */
    public function classes(): array;

    /** getPool() is not in PDO's own table of methods. */
    public function pool_method(): ReflectionFunctionAbstract;

    /** What Fiber has from the extension. */
    public function fiber_method(): ReflectionFunctionAbstract;
}
final class LoadedExtension implements Origin
{
    public function functions(): array
    {
        return array_values((new ReflectionExtension('cenote'))->getFunctions());
    }

    public function classes(): array
    {
        return array_values((new ReflectionExtension('cenote'))->getClasses());
    }

    public function pool_method(): ReflectionFunctionAbstract
    {
        $pdo = new PDO('sqlite:file:stubs?mode=memory&cache=shared', options: [PDO::ATTR_POOL_ENABLED => true]);
        return new ReflectionFunction($pdo->getPool(...));
    }

    public function fiber_method(): ReflectionFunctionAbstract
    {
        return new ReflectionMethod('Fiber', 'getCoroutine');
    }
}

final class LoadedFile implements Origin
{
    public function __construct(private string $file) {}

    public function functions(): array
    {
        $functions = array_map(fn (string $name) => new ReflectionFunction($name), get_defined_functions()['user']);
        return array_values(array_filter($functions, $this->has(...)));
    }

    public function classes(): array
    {
        $names = [...get_declared_interfaces(), ...get_declared_classes()];
        $classes = array_filter(array_map(fn (string $name) => new ReflectionClass($name), $names), $this->has(...));
        return array_values(array_filter($classes, fn (ReflectionClass $class): bool => !in_array($class->name, ['PDO', FIBER_IN_STUBS], true)));
    }

    public function pool_method(): ReflectionFunctionAbstract
    {
        return new ReflectionMethod('PDO', 'getPool');
    }

    public function fiber_method(): ReflectionFunctionAbstract
    {
        return new ReflectionMethod(FIBER_IN_STUBS, 'getCoroutine');
    }

    private function has(ReflectionFunction|ReflectionClass $thing): bool
    {
        return $thing->getFileName() === $this->file;
    }
}

/** @return list<array{name: string, namespace: string, text: string, members?: array}> in order of their names */
function declarations(Origin $origin): array
{
    $all = [];
    foreach ($origin->functions() as $function) {
        $all[] = ['name' => "$function->name()", 'namespace' => $function->getNamespaceName(), 'text' => declared_function($function)];
    }
    foreach ($origin->classes() as $class) {
        $all[] = ['name' => $class->name, 'namespace' => $class->getNamespaceName(), 'text' => declared_class($class), 'members' => members($class)];
    }
    $method = ['name' => 'Fiber::getCoroutine()', 'text' => 'public ' . declared_function($origin->fiber_method())];
    $all[] = ['name' => 'Fiber', 'namespace' => '', 'text' => 'final class Fiber', 'members' => [$method]];
    $all[] = ['name' => 'PDO', 'namespace' => '', 'text' => 'class PDO', 'members' => members_of_pdo($origin)];
    usort($all, fn (array $a, array $b): int => [$b['namespace'], isset($a['members']), $a['name']] <=> [$a['namespace'], isset($b['members']), $b['name']]);
    return $all;
}

function members_of_pdo(Origin $origin): array
{
    $pool = fn (string $name): bool => str_starts_with($name, 'ATTR_POOL_');
    $constants = array_filter((new ReflectionClass('PDO'))->getConstants(), $pool, ARRAY_FILTER_USE_KEY);
    $members = [];
    foreach ($constants as $name => $value) {
        $members[] = ['name' => "PDO::$name", 'text' => "public const $name = " . var_export($value, true) . ';'];
    }
    $members[] = ['name' => 'PDO::getPool()', 'text' => 'public ' . declared_function($origin->pool_method())];
    return $members;
}

function declared_class(ReflectionClass $class): string
{
    $enum = $class->isEnum();
    $parent = $class->getParentClass();
    $inherited = array_merge(...array_map(fn (ReflectionClass $other) => $other->getInterfaceNames(), array_values(array_filter([$parent, ...$class->getInterfaces()]))));
    $interfaces = array_diff($class->getInterfaceNames(), $inherited, $enum ? ['UnitEnum', 'BackedEnum'] : []);
    if ($parent) {
        $interfaces = array_diff($interfaces, $parent->getInterfaceNames());
    }
    sort($interfaces);
    $kind = match (true) {
        $class->isInterface() => 'interface',
        $enum => 'enum',
        default => ($class->isFinal() ? 'final ' : '') . ($class->isAbstract() ? 'abstract ' : '') . ($class->isReadOnly() ? 'readonly ' : '') . 'class',
    };
    $backing = $enum && $class->implementsInterface(BackedEnum::class) ? ': ' . (new ReflectionEnum($class->name))->getBackingType() : '';
    return "$kind {$class->getShortName()}$backing"
        . ($parent ? " extends \\$parent->name" : '')
        . ($interfaces === [] ? '' : ($class->isInterface() ? ' extends ' : ' implements ') . implode(', ', array_map(fn (string $name): string => "\\$name", $interfaces)));
}

function members(ReflectionClass $class): array
{
    $members = [];
    foreach ($class->getReflectionConstants() as $constant) {
        if ($constant->getDeclaringClass()->name === $class->name) {
            $value = $class->isEnum() && $class->implementsInterface(BackedEnum::class) ? ' = ' . var_export($constant->getValue()->value, true) : '';
            $text = $constant->isEnumCase() ? "case $constant->name$value;" : "public const $constant->name = " . var_export($constant->getValue(), true) . ';';
            $members[] = ['name' => "$class->name::$constant->name", 'text' => $text];
        }
    }
    foreach ($class->getProperties(ReflectionProperty::IS_PUBLIC) as $property) {
        if ($property->class === $class->name && !$class->isEnum()) {
            $type = $property->hasType() ? declared_type($property->getType()) . ' ' : '';
            $members[] = ['name' => "$class->name::\$$property->name", 'text' => "public $type\$$property->name;"];
        }
    }
    foreach ($class->getMethods() as $method) {
        // cases(), from() and tryFrom() of an enum are the language's own.
        if ($method->class === $class->name && !($class->isEnum() && in_array($method->name, ['cases', 'from', 'tryFrom'], true))) {
            $text = ($method->isPrivate() ? 'private ' : 'public ') . ($method->isStatic() ? 'static ' : '') . declared_function($method);
            $members[] = ['name' => "$class->name::$method->name()", 'text' => $text];
        }
    }
    return $members;
}

function declared_function(ReflectionFunctionAbstract $function): string
{
    $type = $function->getReturnType() ?? $function->getTentativeReturnType();
    $parameters = implode(', ', array_map(declared_parameter(...), $function->getParameters()));
    $body = $function instanceof ReflectionMethod && $function->getDeclaringClass()->isInterface() ? ';' : ' {}';
    return "function {$function->getShortName()}($parameters)" . ($type === null ? '' : ': ' . declared_type($type)) . $body;
}

function declared_parameter(ReflectionParameter $parameter): string
{
    $type = $parameter->getType();
    return ($type === null ? '' : declared_type($type) . ' ')
        . ($parameter->isVariadic() ? '...' : '')
        . "\$$parameter->name"
        . ($parameter->isDefaultValueAvailable() ? ' = ' . default_value($parameter->getDefaultValue()) : '');
}

function declared_type(ReflectionType $type): string
{
    if ($type instanceof ReflectionNamedType) {
        $name = $type->isBuiltin() ? $type->getName() : "\\{$type->getName()}";
        return $type->allowsNull() && !in_array($name, ['mixed', 'null'], true) ? "?$name" : $name;
    }
    $names = array_map(declared_type(...), $type->getTypes());
    // iterable is shown as Traversable|array by some versions of PHP.
    sort($names);
    return $names === ['\Traversable', 'array'] ? 'iterable' : implode('|', $names);
}

function default_value(mixed $value): string
{
    return $value === [] ? '[]' : strtolower(var_export($value, true));
}
