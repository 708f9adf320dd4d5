#!/usr/bin/env bash
# Runs a command beside servers of its own: PostgreSQL with PgBouncer before it, MariaDB, Redis and a slow HTTP server, from
# the machine's packages, on private sockets and loopback ports, with their data in a temporary folder. They are stopped at
# the end.
#   scripts/servers/run.sh COMMAND [ARGUMENT …]
# The command finds them in CENOTE_POSTGRES (host=… port=… user=…), CENOTE_POSTGRES_TCP (with TLS by the certificate
# CENOTE_POSTGRES_CA), CENOTE_PGBOUNCER (with dbname=session, =transaction, as it pools, or =pgbouncer for its own console), CENOTE_MARIADB (a socket), CENOTE_MARIADB_TCP (host=…;port=…,
# with TLS by the certificate CENOTE_MARIADB_CA), CENOTE_REDIS (a socket), CENOTE_HTTP (http://…), CENOTE_ODBC and
# CENOTE_ODBC_MARIADB (ODBC's connection strings, with the drivers through ODBCSYSINI). With CENOTE_SERVERS set to some of
# "postgres pgbouncer mariadb redis http" only those are started; two are started only if they are named: "rabbitmq" (in
# CENOTE_RABBITMQ, host:port) and "mysql" (see scripts/compat/mysql.sh). With CENOTE_SERVERS_CPUS (as for taskset) they, but not
# the command, run on those cores only.
# A database server that ends while $CENOTE_FOLDER/postgres.again (or mariadb.again) exists starts again, and that file is
# taken away: at once, or as soon as there is no postgres.down (mariadb.down). Its process id stands in $CENOTE_FOLDER/postgres/data/postmaster.pid (mariadb/pid).
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

[ $# -gt 0 ] || die "what to run beside the servers? scripts/servers/run.sh COMMAND [ARGUMENT …]"

folder=$(mktemp -d "${TMPDIR:-/tmp}/cenote-servers.XXXXXX")
chmod 755 "$folder"
export CENOTE_FOLDER=$folder
pids=()

stop_all() {
    local pid
    for pid in "${pids[@]}"; do
        kill "$pid" 2>/dev/null || true
    done
    for pid in "${pids[@]}"; do
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$folder"
}
trap stop_all EXIT
trap 'exit 130' INT TERM

# The servers refuse to run as root. The command takes the place of this shell, so that signals reach it.
become() {
    local user=$1
    shift
    if [ "$(id -u)" = 0 ]; then exec setpriv --reuid "$user" --regid "$user" --init-groups "$@"; else exec "$@"; fi
}

as() { (become "$@"); }

# keep_up NAME USER COMMAND …: runs a server in the background, again each time that somebody has stopped it on purpose.
keep_up() {
    local again=$folder/$1.again down=$folder/$1.down stop=TERM
    # By TERM, PostgreSQL lets each query end first, also those whose clients have gone.
    if [ "$1" = postgres ]; then stop=INT; fi
    shift
    (
        server=
        trap 'kill -$stop "$server" 2>/dev/null; wait "$server"; exit' TERM
        while
            become "$@" &
            server=$!
            wait "$server" || true
            [ -e "$again" ]
        do
            rm "$again"
            while [ -e "$down" ]; do sleep 0.02; done
        done
    ) &
    pids+=($!)
}

# A place for the data of one server.
make_home() {
    mkdir "$folder/$1"
    if [ "$(id -u)" = 0 ]; then chown "$2:" "$folder/$1"; fi
}

# A certificate for this machine that is its own authority, for one server. That it may not sign others is what strict
# clients want of a server's.
make_certificate() {
    openssl req -new -x509 -days 2 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -addext basicConstraints=CA:FALSE \
        -out "$1/server.crt" -keyout "$1/server.key" 2>/dev/null
    chmod 600 "$1/server.key"
    if [ "$(id -u)" = 0 ]; then chown "$2:" "$1"/server.*; fi
}

# wait_until WHAT COMMAND …
wait_until() {
    local what=$1 tries
    shift
    for ((tries = 0; tries < 300; tries++)); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    cat "$folder"/*.log >&2
    die "$what did not start."
}

# offer_odbc NAME LIBRARY
offer_odbc() {
    export ODBCSYSINI=$folder
    # unixODBC's default keeps one lock over all connections while a driver waits.
    printf '%s\n' "[$1]" "Driver = $2" 'Threading = 0' >>"$folder/odbcinst.ini"
}

start_postgres() {
    local bin home=$folder/postgres port
    bin=$(postgres_programs)
    [ -x "$bin/postgres" ] || die "PostgreSQL is not installed (Debian: postgresql)."
    make_home postgres postgres
    port=$(free_port)
    as postgres "$bin/initdb" --no-sync --auth=trust --username=cenote --encoding=UTF8 --pgdata="$home/data" >"$folder/postgres.log" 2>&1 ||
        die "initdb failed: $(cat "$folder/postgres.log")"
    make_certificate "$home" postgres
    keep_up postgres postgres "$bin/postgres" -D "$home/data" -k "$home" -p "$port" -c listen_addresses=127.0.0.1 -c fsync=off \
        -c max_connections=200 -c ssl=on -c ssl_cert_file="$home/server.crt" -c ssl_key_file="$home/server.key" \
        >>"$folder/postgres.log" 2>&1
    wait_until PostgreSQL "$bin/pg_isready" -h "$home" -p "$port"
    export CENOTE_POSTGRES="host=$home port=$port user=cenote dbname=postgres"
    export CENOTE_POSTGRES_TCP="host=127.0.0.1 port=$port user=cenote dbname=postgres sslmode=require"
    export CENOTE_POSTGRES_CA=$home/server.crt
    offer_odbc PostgreSQL psqlodbcw.so
    export CENOTE_ODBC="Driver=PostgreSQL;Servername=$home;Port=$port;Database=postgres;Username=cenote"
}

# Two databases that are the same one of PostgreSQL's: one gives clients a connection of the server for their session, the
# other for each transaction. Few connections, so that clients share them.
start_pgbouncer() {
    local home=$folder/pgbouncer port server
    have pgbouncer || die "PgBouncer is not installed (Debian: pgbouncer)."
    [ -n "${CENOTE_POSTGRES:-}" ] || die "pgbouncer stands before postgres: CENOTE_SERVERS=\"postgres pgbouncer\"."
    make_home pgbouncer postgres
    port=$(free_port)
    server=$CENOTE_POSTGRES
    printf '"cenote" ""\n' >"$home/users"
    cat >"$home/ini" <<INI
[databases]
session = $server pool_mode=session pool_size=20
transaction = $server pool_mode=transaction pool_size=3
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $port
unix_socket_dir = $home
auth_type = trust
auth_file = $home/users
admin_users = cenote
INI
    become postgres pgbouncer --quiet "$home/ini" >"$folder/pgbouncer.log" 2>&1 &
    pids+=($!)
    export CENOTE_PGBOUNCER="host=$home port=$port user=cenote"
    wait_until PgBouncer "$(postgres_programs)/pg_isready" -h "$home" -p "$port" -d session
}

start_mariadb() {
    local home=$folder/mariadb port
    have mariadbd || die "MariaDB is not installed (Debian: mariadb-server)."
    make_home mariadb mysql
    # A server removes the temporary files of all others in the same place.
    local -x TMPDIR=$home
    as mysql mariadb-install-db --no-defaults --datadir="$home/data" --auth-root-authentication-method=normal \
        --skip-test-db >"$folder/mariadb.log" 2>&1 || die "mariadb-install-db failed: $(cat "$folder/mariadb.log")"
    make_certificate "$home" mysql
    port=$(free_port)
    keep_up mariadb mysql mariadbd --no-defaults --datadir="$home/data" --socket="$home/socket" --pid-file="$home/pid" \
        --bind-address=127.0.0.1 --port="$port" --ssl-cert="$home/server.crt" --ssl-key="$home/server.key" --skip-log-bin \
        --innodb-flush-log-at-trx-commit=2 --max-connections=200 --max-allowed-packet=64M \
        >>"$folder/mariadb.log" 2>&1
    wait_until MariaDB mariadb-admin --no-defaults --socket="$home/socket" --user=root ping
    export CENOTE_MARIADB=$home/socket CENOTE_MARIADB_TCP="host=127.0.0.1;port=$port" CENOTE_MARIADB_CA=$home/server.crt
    offer_odbc MariaDB libmaodbc.so
    export CENOTE_ODBC_MARIADB="Driver=MariaDB;Socket=$home/socket;Uid=root"
}

# Oracle's server in MariaDB's place, under its names; $CENOTE_MYSQLD is the program.
start_mysql() {
    local home=$folder/mariadb port
    [ -x "${CENOTE_MYSQLD:-}" ] || die "Oracle's server is not in any stable Debian: scripts/compat/mysql.sh fetches it."
    make_home mariadb mysql
    make_certificate "$home" mysql
    port=$(free_port)
    as mysql "$CENOTE_MYSQLD" --no-defaults --initialize-insecure --datadir="$home/data" >"$folder/mariadb.log" 2>&1 ||
        die "mysqld --initialize failed: $(cat "$folder/mariadb.log")"
    keep_up mariadb mysql "$CENOTE_MYSQLD" --no-defaults --datadir="$home/data" --socket="$home/socket" --pid-file="$home/pid" \
        --bind-address=127.0.0.1 --port="$port" --mysqlx=OFF --secure-file-priv= --skip-log-bin --max-connections=200 \
        --ssl-ca="$home/server.crt" --ssl-cert="$home/server.crt" --ssl-key="$home/server.key" >>"$folder/mariadb.log" 2>&1
    wait_until MySQL "$PHP" -n -r "exit(@stream_socket_client('unix://$home/socket') ? 0 : 1);"
    export CENOTE_MARIADB=$home/socket CENOTE_MARIADB_TCP="host=127.0.0.1;port=$port" CENOTE_MARIADB_CA=$home/server.crt
}

start_redis() {
    local home=$folder/redis
    have redis-server || die "Redis is not installed (Debian: redis-server)."
    mkdir "$home"
    redis-server --port 0 --unixsocket "$home/socket" --dir "$home" --save '' --daemonize no --maxclients 500 --hz 500 \
        >"$folder/redis.log" 2>&1 &
    pids+=($!)
    wait_until Redis redis-cli -s "$home/socket" ping
    export CENOTE_REDIS=$home/socket
}

# Erlang's programs find each other by a port mapper; this one has its own, that goes with it.
start_rabbitmq() {
    local home=$folder/rabbitmq port mapper=/usr/bin/epmd server=/usr/lib/rabbitmq/bin/rabbitmq-server
    [ -x "$server" ] || die "RabbitMQ is not installed (Debian: rabbitmq-server)."
    make_home rabbitmq rabbitmq
    port=$(free_port)
    printf 'listeners.tcp.1 = 127.0.0.1:%d\n' "$port" >"$home/rabbitmq.conf"
    : >"$home/plugins"
    local -x ERL_EPMD_PORT ERL_EPMD_ADDRESS=127.0.0.1 RABBITMQ_DIST_PORT HOME=$home RABBITMQ_NODENAME=cenote@localhost
    local -x RABBITMQ_CONFIG_FILE=$home/rabbitmq.conf RABBITMQ_ENABLED_PLUGINS_FILE=$home/plugins RABBITMQ_MNESIA_BASE=$home/data
    local -x RABBITMQ_LOG_BASE=$home RABBITMQ_CONF_ENV_FILE=/dev/null
    ERL_EPMD_PORT=$(free_port)
    RABBITMQ_DIST_PORT=$(free_port)
    (become rabbitmq "$mapper") >"$folder/epmd.log" 2>&1 &
    pids+=($!)
    (become rabbitmq "$server") >"$folder/rabbitmq.log" 2>&1 &
    pids+=($!)
    wait_until RabbitMQ "$PHP" -n -r "exit(@fsockopen('127.0.0.1', $port) ? 0 : 1);"
    export CENOTE_RABBITMQ=127.0.0.1:$port
}

start_http() {
    local port
    port=$(free_port)
    "$PHP" -n "$ROOT/scripts/servers/helpers/slow_http.php" "$port" >"$folder/http.log" 2>&1 &
    pids+=($!)
    wait_until 'the HTTP server' "$PHP" -n -r "exit(@fsockopen('127.0.0.1', $port) ? 0 : 1);"
    export CENOTE_HTTP=http://127.0.0.1:$port
}

# In the order in which they have to be loaded.
export CENOTE_CLIENTS="mysqlnd pdo_mysql mysqli pgsql pdo_pgsql odbc pdo_odbc igbinary redis curl sockets"

# Whatever a server starts later inherits its cores.
cores() { taskset --cpu-list --pid $$ | sed 's/.*: //'; }
use_cores() { taskset --cpu-list --pid "$1" $$ >/dev/null; }

all_cores=$(cores)
use_cores "${CENOTE_SERVERS_CPUS:-$all_cores}"
for server in ${CENOTE_SERVERS:-postgres pgbouncer mariadb redis http}; do
    "start_$server"
done
use_cores "$all_cores"
"$@"
