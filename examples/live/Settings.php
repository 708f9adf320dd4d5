<?php

declare(strict_types=1);

namespace Live;

/** The numbers that the page's sliders set. */
final class Settings
{
    /** The least and the most of each. */
    public const RANGES = ['load' => [0, 200], 'hold' => [1, 2000], 'max' => [1, 32], 'trip' => [0, 100]];

    /** Requests per second. */
    public int $load = 70;

    /** Milliseconds for which each keeps its connection. */
    public int $hold = 100;

    /** The pool's limit. */
    public int $max = 12;

    /** Milliseconds that are added to each exchange with the database, as a network would. */
    public int $trip = 10;
}
