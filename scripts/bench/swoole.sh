#!/usr/bin/env bash
# cenote beside Swoole, with the same work: instructions and CPU time of single operations (bench/php/instructions.php and swoole.php), then CPU time
# per event while much else waits (bench/php/scaling.php). CPU ratios are medians of pairs of runs, one of each by turns, on one core. Prints rows of
# Markdown tables, which scripts/bench/php.sh puts into its page. Fails if a case gets dearer with what waits beside it than its bound allows.
#   SWOOLE_SO=/…/swoole.so scripts/bench/swoole.sh [operations | scaling]
# Without SWOOLE_SO it runs cenote alone, and operations not at all. PAIRS=31.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

swoole=${SWOOLE_SO:-}
[ -n "$swoole" ] || say 'skipped: Swoole beside ours; pecl install swoole, and name its swoole.so in SWOOLE_SO'
pairs=${PAIRS:-31}
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(operations scaling)
core=$(($(nproc) - 1))
mapfile -t stock < <(stock_options)
stock+=(-d memory_limit=-1)
rows=$ROOT/target/bench
mkdir -p "$rows"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

OPERATIONS='
acquire       acquire + release (there: pop + push of a channel)
contended     64 coroutines on 8 resources, others run in between
spawn_await   a coroutine that ends at once, awaited
spawn_many    1,000 of them, then awaited, each
suspend       letting 63 others run
channel_one   send + receive in one coroutine, capacity 1
channel_two   the same between two coroutines
future        a coroutine that gives a value, which is awaited
pooled_exec   exec() on SQLite by one of 10 connections
'
# case, events, how many times the first figure the last one may be, numbers of those that wait, what
SCALING='
delay   1000   1.5 10,1000,5000         idle sockets beside one delay(1), per delay
suspend 200000 1.5 10,1000,5000         idle sockets beside 10 that suspend, per suspend
pair    20000  1.3 10,28,1000,5000      idle sockets beside a pair that talks, per message and answer
acquire 200000 6   10,1000,10000,30000  waiting for one of 8, per acquire + release
delays  200000 -   30000                all in delays of 1 to 20 ms, per delay
'

# side NAME: the extension, and the file of its cases
side() { if [ "$1" = ours ]; then so=$EXTENSION file=instructions; else so=$swoole file=swoole; fi; }
php_of() {
    local so file
    side "$1"
    shift
    taskset --cpu-list "$core" "${under[@]}" "$PHP" "${stock[@]}" -d "extension=$so" "$@"
}
median() { sort -g "$1" | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

# instructions SIDE CASE
instructions() {
    local n so file counted=() under=(valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file="$log")
    side "$1"
    for n in 4000 8000; do
        php_of "$1" "bench/php/$file.php" "$2" "$n" >&2
        counted+=("$(sed -n 's/,//g; s/.*I *refs: *//p' "$log")")
    done
    echo $(((counted[1] - counted[0]) / 4000))
}

cpu_of() {
    local so file under=()
    side "$1"
    php_of "$1" bench/php/cpu_of.php "bench/php/$file.php" "$2" 200000
}

# operation CASE WHAT: a row of the table
operation() {
    local pair ours theirs counted_ours counted_theirs
    : >"$rows/ours" && : >"$rows/theirs" && : >"$rows/ratios"
    for ((pair = 0; pair < pairs; pair++)); do
        ours=$(cpu_of ours "$1")
        echo "$ours" >>"$rows/ours"
        theirs=$(cpu_of theirs "$1")
        echo "$theirs" >>"$rows/theirs"
        awk "BEGIN { print $ours / $theirs }" >>"$rows/ratios"
    done
    counted_ours=$(instructions ours "$1")
    counted_theirs=$(instructions theirs "$1")
    printf '| %s | %d | %d | %.0f ns | %.0f ns | %.2f |\n' "$2" "$counted_ours" "$counted_theirs" \
        "$(median "$rows/ours")" "$(median "$rows/theirs")" "$(median "$rows/ratios")"
}

over=0
# scaled CASE EVENTS BOUND NUMBERS WHAT: a row of the table
scaled() {
    local case=$1 events=$2 bound=$3 numbers number n under=() all=() first last ratio='' verdict=''
    IFS=, read -r -a numbers <<<"$4"
    for number in "${numbers[@]}"; do
        : >"$rows/ours" && : >"$rows/theirs"
        for n in 1 2 3 4 5; do
            php_of ours bench/php/scaling.php "$case" "$number" "$events" >>"$rows/ours"
            [ -z "$swoole" ] || php_of theirs bench/php/scaling.php "$case" "$number" "$events" >>"$rows/theirs"
        done
        all+=("$(median "$rows/ours")" "$(median "$rows/theirs")")
    done
    if [ "$bound" != - ]; then
        first=${all[0]} last=${all[-2]}
        ratio=$(awk "BEGIN { printf \"%.2f\", $last / $first }") verdict=ok
        awk "BEGIN { exit $last > $bound * $first }" || verdict=over over=1
        bound="≤ $bound"
    fi
    printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$5" "$(join "${numbers[@]}")" \
        "$(for ((n = 0; n < ${#all[@]}; n += 2)); do printf '%.2f\n' "${all[n]}"; done | paste -sd/ | sed 's#/# / #g')" \
        "$(for ((n = 1; n < ${#all[@]}; n += 2)); do [ -z "${all[n]}" ] || printf '%.2f\n' "${all[n]}"; done | paste -sd/ | sed 's#/# / #g')" \
        "$ratio" "$bound" "$verdict"
}
join() { printf "%'d\n" "$@" | paste -sd/ | sed 's#/# / #g'; }

for part in "${parts[@]}"; do
    say "$part:"
    : >"$rows/swoole-$part"
    case $part in
        operations)
            [ -n "$swoole" ] || continue
            while read -r case what; do
                [ -z "$case" ] || operation "$case" "$what" | tee -a "$rows/swoole-operations"
            done <<<"$OPERATIONS"
            ;;
        scaling)
            while read -r case events bound numbers what; do
                [ -n "$case" ] || continue
                scaled "$case" "$events" "$bound" "$numbers" "$what" >"$rows/row"
                tee -a "$rows/swoole-scaling" <"$rows/row"
            done <<<"$SCALING"
            ;;
        *) die "no such part: $part" ;;
    esac
done
[ "$over" = 0 ] || die "some cases cost more the more waits beside them."
