// The page in a real browser: loads, every control acts, values move, nothing is wider than the window, texts have contrast,
// no errors in the console; at a desktop's and a phone's width, light and dark.
//   node tests/live/page.mjs URL CHROMIUM PLAYWRIGHT-FOLDER [PICTURES]
// With PICTURES, a path with the beginning of a name, it takes screenshots on its way.

import { createRequire } from 'node:module';

const [url, executablePath, folder, pictures] = process.argv.slice(2);
const { chromium } = createRequire(`${folder}/`)('playwright-core');
const PATIENCE = 20_000;
const complaints = [];
let checks = 0;

function check(what, holds) {
    checks++;
    if (!holds) complaints.push(what);
}

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

async function open(width, height, colorScheme) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    const name = `${width} ${colorScheme}`;
    page.on('console', message => {
        if (['error', 'warning'].includes(message.type())) complaints.push(`${name}: console: ${message.text()}`);
    });
    page.on('pageerror', error => complaints.push(`${name}: ${error.message}`));
    page.on('request', request => request.url().startsWith(url) || complaints.push(`${name}: asks for ${request.url()}`));
    page.setDefaultTimeout(PATIENCE);
    await page.goto(url);
    await page.locator('.pulse[data-connection="live"]').waitFor();
    return page;
}

/** Waits until what the function says, in the page, is true. */
async function until(page, what, condition, argument) {
    checks++;
    try {
        await page.waitForFunction(condition, argument, { timeout: PATIENCE });
    } catch {
        complaints.push(`waited in vain: ${what}`);
    }
}

const text = (page, selector) => page.locator(selector).textContent();
const value = async (page, id) => Number((await text(page, `#${id}`)).replaceAll(',', ''));
const reaches = (page, what, id, least) => until(page, what,
    ([id, least]) => Number(document.getElementById(id).textContent.replaceAll(',', '')) >= least, [id, least]);
const shows = (page, selector, words) => until(page, `${selector} shows ${words}`,
    ([selector, words]) => document.querySelector(selector).textContent.includes(words), [selector, words]);
const picture = async (page, name, fullPage = false) => { if (pictures) await page.screenshot({ path: `${pictures}${name}.png`, fullPage }); };
const key = async (page, id, ...keys) => {
    await page.locator(`#${id}`).focus();
    for (const name of keys) await page.keyboard.press(name);
};
const set = wanted => fetch(`${url}control`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(wanted) });
const snapshot = async () => (await fetch(`${url}snapshot`)).json();

/** Waits until the server has a setting. */
async function arrives(wanted) {
    checks++;
    const [[name, value]] = Object.entries(wanted);
    for (const end = Date.now() + PATIENCE; (await snapshot()).settings[name] !== value;) {
        if (Date.now() > end) return complaints.push(`the server does not get ${name} ${value}`);
    }
}

/** Texts whose contrast with what is behind them is too low. */
const pale = page => page.evaluate(() => {
    const numbers = colour => colour.match(/[\d.]+/g).map(Number);
    const light = colour => numbers(colour).slice(0, 3).map(part => part / 255)
        .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const behind = element => {
        for (let at = element; at; at = at.parentElement) {
            const ground = getComputedStyle(at).backgroundColor;
            if ((numbers(ground)[3] ?? 1) > 0) return ground;
        }
        return 'rgb(255, 255, 255)';
    };
    const found = [];
    for (const element of document.querySelectorAll('body *:not(.unseen):not(svg *)')) {
        const own = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
        if (!own || !element.getClientRects().length) continue;
        const [ink, ground] = [light(getComputedStyle(element).color), light(behind(element))];
        const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
        if (contrast < 4.5) found.push(`"${element.textContent.trim().slice(0, 30)}" ${contrast.toFixed(1)}`);
    }
    return found;
});

/** Controls that nobody can name. */
const nameless = page => page.evaluate(() => [...document.querySelectorAll('button, input, a')]
    .filter(element => !(element.labels?.length || element.textContent.trim())).map(element => element.outerHTML));

async function looks(page, name) {
    const served = await value(page, 'requests-served');
    await reaches(page, `${name}: requests are served`, 'requests-served', served + 5);
    const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    check(`${name}: ${wide} wide in a window of ${window}`, wide <= window);
    check(`${name}: pale ${await pale(page)}`, (await pale(page)).length === 0);
    check(`${name}: nameless ${await nameless(page)}`, (await nameless(page)).length === 0);
}

// ---- every control, on a desktop in light

const page = await open(1200, 1260, 'light');
await looks(page, 'desktop, light');
check('a slot for each of MAX', await page.locator('.slot').count() === 12);
await until(page, 'an active slot says whose', () => /coroutine \d+/.test(document.querySelector('.slot[data-state="active"] .whose')?.textContent));

await key(page, 'hold', 'End');
await shows(page, 'output[for="hold"]', '1000 ms');
await until(page, 'a line', () => document.querySelectorAll('#line li:not(.nobody)').length >= 5);
check('the waits have a scale', await text(page, '#patience') === '2 s, then it gives up');
await until(page, 'a wait is shown as a share of the limit', () => Number(document.querySelector('#line li').style.getPropertyValue('--share')) > 0.3);
check('the line is of coroutines', /^#\d+ \d/.test(await text(page, '#line li:first-child')));
await page.waitForTimeout(pictures ? 4_000 : 0);
await picture(page, 'busy');
await key(page, 'max', 'End');
await shows(page, 'output[for="max"]', '32');
await until(page, '32 slots at work', () => document.querySelectorAll('.slot[data-state="active"]').length >= 25);
await key(page, 'hold', 'Home');
await shows(page, 'output[for="hold"]', '10 ms');
await key(page, 'max', 'Home');
await shows(page, 'output[for="max"]', '1');
await until(page, 'one slot is left', () => document.querySelectorAll('.slot').length === 1);
await key(page, 'trip', 'Home');
await shows(page, 'output[for="trip"]', '0 ms');
await key(page, 'load', 'Home');
await shows(page, 'output[for="load"]', '0 / s');

// At rest the page's numbers are the snapshot's.
await shows(page, '#line', 'Nobody waits');
await until(page, 'rest', () => document.querySelector('.slot').dataset.state === 'idle');
await page.waitForTimeout(700);
const rest = await snapshot();
for (const [id, expected] of [
    ['requests-served', rest.requests.served], ['requests-timedOut', rest.requests.timedOut], ['requests-failed', rest.requests.failed],
    ['pool-acquires', rest.pool.acquires], ['pool-waits', rest.pool.waits], ['pool-created', rest.pool.created],
    ['pool-destroyed', rest.pool.destroyed], ['pool-rejected', rest.pool.rejected],
]) check(`${id} is ${expected}`, await value(page, id) === expected);
check('connections by the database', await text(page, '[data-show="database.connections"]') === String(rest.database.connections));
check('one connection', rest.database.connections === 1 && rest.pool.total === 1);

await set({ hold: 100 });
await set({ trip: 10 });
await set({ max: 12 });
await key(page, 'load', ...Array(14).fill('ArrowRight'));
await shows(page, 'output[for="load"]', '70 / s');
await until(page, 'slots at work', () => document.querySelectorAll('.slot[data-state="active"]').length >= 3);

let destroyed = await value(page, 'pool-destroyed');
await page.locator('.slot:not([aria-disabled="true"])').first().click();
await shows(page, '#said', 'was killed');
await reaches(page, 'the killed connection is destroyed', 'pool-destroyed', destroyed + 1);
destroyed = await value(page, 'pool-destroyed');
await page.waitForTimeout(300);
await page.locator('#kill').click();
await shows(page, '#said', 'was killed');
await reaches(page, 'another one', 'pool-destroyed', destroyed + 1);

const refused = await value(page, 'requests-refused');
await page.locator('#switch').click();
await shows(page, '#up', 'stopped');
await shows(page, '#state', 'INACTIVE');
await reaches(page, 'requests are refused', 'requests-refused', refused + 10);
await shows(page, '[data-show="database.connections"]', '0');
await until(page, 'the plot shows them', () => document.querySelectorAll('#plot .failed').length > 0);
await picture(page, 'stopped');
await page.locator('#switch').click();
await shows(page, '#up', 'running');
await shows(page, '#state', 'ACTIVE');
await until(page, 'back in service', () => document.querySelector('#state').textContent === 'ACTIVE');
await looks(page, 'after a stop');

await page.getByRole('button', { name: 'Deactivate' }).click();
await until(page, 'deactivated', () => document.querySelector('#state').textContent === 'INACTIVE');
await page.getByRole('button', { name: 'Recover' }).click();
await until(page, 'recovering', () => document.querySelector('#state').textContent !== 'INACTIVE');
await page.getByRole('button', { name: 'Deactivate' }).click();
await until(page, 'deactivated again', () => document.querySelector('#state').textContent === 'INACTIVE');
await page.getByRole('button', { name: 'Activate', exact: true }).click();
await until(page, 'activated', () => document.querySelector('#state').textContent === 'ACTIVE');
check('the plot has lines', await page.locator('#plot .p50').count() > 0);
check('the plot is told in words', /median/.test(await page.locator('#plot').getAttribute('aria-label')));
await page.close();

// ---- the other widths and colours

for (const [name, width, height, scheme] of [['wide-dark', 1200, 1260, 'dark'], ['phone-light', 360, 780, 'light'], ['phone-dark', 360, 780, 'dark']]) {
    const other = await open(width, height, scheme);
    await set({ load: 70 });
    await shows(other, 'output[for="load"]', '70 / s');
    await looks(other, name);
    await picture(other, name);
    await key(other, 'load', 'ArrowRight');
    await shows(other, 'output[for="load"]', '75 / s');
    await arrives({ load: 75 });
    await other.close();
}

await browser.close();
complaints.forEach(complaint => console.log(complaint));
console.log(`${checks - Math.min(checks, complaints.length)} checks hold, ${complaints.length} complaints`);
process.exit(complaints.length === 0 ? 0 : 1);
