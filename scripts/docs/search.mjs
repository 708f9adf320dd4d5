// Asks the search of the manual, as scripts/release/manual.sh has built it, what newcomers ask: the page that answers has to be among the first
// three. Runs what the browser runs: elasticlunr, mdBook's index, docs/search.js. Ends with "N passed, N failed, N skipped".
//   node scripts/docs/search.mjs [question]     of a question given: the first ten places, with their scores
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import vm from 'node:vm';

const root = new URL('../../', import.meta.url);
const site = new URL('target/manual/', root);
const script = (start) => {
    const name = readdirSync(site).find((file) => file.startsWith(start) && file.endsWith('.js'));
    return readFileSync(new URL(name, site), 'utf8');
};

// Any of the pages answers.
const QUESTIONS = [
    ['how do I limit the number of concurrent jobs', ['guide/structured-concurrency.html', 'guide/coroutines.html', 'reference/api.html']],
    ['what does acquire throw', ['guide/pool.html', 'reference/api.html']],
    ['which unit is IDLE_TIMEOUT', ['reference/api.html', 'guide/pdo-pool.html']],
    ['can I use it in FPM?', ['guide/fpm.html']],
    ['timeout', ['guide/coroutines.html', 'guide/pool.html', 'guide/pdo-pool.html', 'reference/api.html']],
    ['transaction', ['guide/pdo-pool.html']],
    ['does it work with Laravel?', ['guide/pdo-pool.html', 'guide/fpm.html']],
    ['how do I uninstall it?', ['guide/install.html']],
    ['what happens when the database dies?', ['guide/troubleshooting.html']],
    ['install', ['guide/install.html']],
    ['does curl block other coroutines', ['guide/waiting.html']],
    ['cancel a coroutine', ['guide/coroutines.html', 'guide/stopping.html']],
    ['what happens when the database is down', ['guide/pool.html', 'guide/circuit-breaker.html', 'guide/pdo-pool.html', 'guide/troubleshooting.html']],
    ['how many connections does the server see', ['guide/sizing.html', 'guide/fpm.html', 'guide/hosts.html']],
    ['watch a directory for changes', ['guide/files.html']],
    ['reload config when a file changes', ['guide/files.html']],
    ['cancel all child coroutines', ['guide/structured-concurrency.html']],
    ['run code with a timeout', ['guide/coroutines.html', 'guide/structured-concurrency.html']],
    ['use with Laravel queue', ['guide/pdo-pool.html', 'guide/how-to.html']],
    ['wait for the first of several', ['guide/coroutines.html']],
    ['thread safe php', ['guide/limits.html', 'guide/install.html']],
    ['what happens when the database restarts', ['guide/troubleshooting.html']],
    ['how to see what coroutines wait for', ['guide/troubleshooting.html', 'guide/how-to.html']],
    ['rate limit', ['guide/how-to.html']],
    ['stop a worker on SIGTERM', ['guide/stopping.html']],
    ['graceful shutdown', ['guide/stopping.html']],
    ['run function in transaction', ['guide/pdo-pool.html']],
    ['mutex lock', ['guide/how-to.html']],
    ['select on several channels', ['guide/channels-and-futures.html']],
    ['timer every second', ['guide/how-to.html']],
    ['catch exception in coroutine', ['guide/coroutines.html', 'guide/how-to.html']],
    ['async http requests with curl', ['guide/how-to.html', 'guide/waiting.html']],
    ['async redis', ['guide/how-to.html', 'guide/pool.html']],
    ['global variables shared between coroutines', ['guide/coroutines.html', 'guide/limits.html']],
    ['which php versions are supported', ['guide/install.html', 'guide/how-to.html']],
    ['does it work on Windows', ['guide/install.html', 'guide/how-to.html']],
    ['how fast is it', ['reports/performance.html', 'guide/how-to.html']],
    ['difference to Swoole', ['reports/comparison.html', 'guide/how-to.html']],
    ['how do I find a deadlock', ['guide/troubleshooting.html']],
    ['too many connections', ['guide/sizing.html', 'guide/fpm.html']],
    ['what is a coroutine', ['guide/coroutines.html']],
    ['how do I test coroutines', ['guide/how-to.html']],
    ['run shell commands in parallel', ['guide/how-to.html']],
    ['server has gone away', ['guide/troubleshooting.html']],
    ['database is locked', ['guide/troubleshooting.html']],
    ['why is my coroutine not running', ['guide/troubleshooting.html']],
    ['ide autocompletion', ['guide/how-to.html', 'guide/install.html']],
    ['kill a coroutine', ['guide/coroutines.html', 'guide/how-to.html']],
    ['goroutine', ['guide/structured-concurrency.html']],
    ['promise', ['guide/channels-and-futures.html', 'guide/structured-concurrency.html']],
    ['pgbouncer with the rust crate', ['guide/rust-services.html']],
];

const window = { search: {} };
const context = vm.createContext({ window, document: { addEventListener() {} }, console });
context.self = context;
vm.runInContext(script('elasticlunr'), context);
// As `window.search`, or as a string of JSON, by the version of mdBook.
vm.runInContext(script('searchindex').replace(/^window\.search = /, 'window.search = '), context);
vm.runInContext(readFileSync(new URL('docs/search.js', root), 'utf8'), context);
const config = window.search;
const index = vm.runInContext('elasticlunr', context).Index.load(config.index);

const places = (question) => index.search(question, config.search_options)
    .map((found) => ({ url: config.doc_urls[found.ref], score: found.score }));

if (process.argv[2]) {
    for (const { url, score } of places(process.argv[2]).slice(0, 10)) {
        console.log(score.toFixed(3), url);
    }
    process.exit();
}
let passed = 0;
let failed = 0;
for (const page of new Set(QUESTIONS.flatMap(([, pages]) => pages))) {
    if (!existsSync(new URL(page, site))) {
        failed++;
        console.log(`${page} is expected as an answer, and is not on the site`);
    }
}
for (const [question, pages] of QUESTIONS) {
    const firstPages = [...new Set(places(question).map(({ url }) => url.split('#')[0]))].slice(0, 3);
    if (firstPages.some((page) => pages.includes(page))) {
        passed++;
    } else {
        failed++;
        console.log(`"${question}" is answered by ${firstPages.join(', ') || 'nothing'}, not by ${pages.join(' or ')}`);
    }
}
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed ? 1 : 0;
