--TEST--
SPEC 14.7: each release makes one report, whose source is the Pool, and whose error is the hook's own exception
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$boom = new DomainException('from the hook');
$answers = [true, false, $boom, null];
$probe = new Probe(quiet: true);
$pool = $probe->pool(beforeRelease: function () use (&$answers) {
    $answer = array_shift($answers);

    return $answer instanceof Throwable ? throw $answer : $answer;
});
$pool->setCircuitBreakerStrategy(new Strategy(
    onSuccess: fn ($source) => line($source === $pool),
    onFailure: fn ($source, $error) => line($source === $pool, $error::class, $error === $boom),
));
for ($i = 0; $i < 4; $i++) {
    $pool->release($pool->acquire());
}
$pool->setCircuitBreakerStrategy(null);

finish();
--EXPECT--
success
true
failure Exception: Resource validation failed
true Exception false
failure DomainException: from the hook
true DomainException true
success
true
done
