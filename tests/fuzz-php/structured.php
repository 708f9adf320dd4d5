<?php
// As program.php, but half of the steps are those of belonging.php: scopes, groups, channels, futures.
//
//     PROGRAM=structured scripts/stress/fuzz.sh [SEEDS] [FIRST]

const FAVOURITES = 'of_belonging';

require __DIR__ . '/program.php';
