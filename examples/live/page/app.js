// Shows each snapshot that the server sends, and sends what the controls want. Elements are made once and then only
// change, so that focus and selection stay where they are.

import { duration, plot } from './plot.js';

const STATES = ['active', 'idle', 'checking', 'cleaning', 'creating', 'granted', 'destroying'];
const MEANINGS = {
    ACTIVE: 'Everybody gets a connection.',
    INACTIVE: 'Everybody is refused at once.',
    RECOVERING: 'One at a time may try, the others are refused.',
};
const MOODS = { ACTIVE: 'good', INACTIVE: 'bad', RECOVERING: 'warn' };
const UNITS = { load: value => `${value} / s`, hold: value => `${value} ms`, trip: value => `${value} ms`, max: value => `${value}` };
const COUNTERS = [
    ['Requests', 'by how they ended', [
        ['requests.served', 'served'], ['requests.timedOut', 'waited in vain'], ['requests.refused', 'refused at once'],
        ['requests.failed', 'failed'],
    ]],
    ['Waiting', 'to get a connection', [
        ['pool.waits', 'had to wait in line'], ['pool.waitP50', 'median'], ['pool.waitP99', '99th percentile'], ['pool.waitMax', 'longest'],
    ]],
    ['Connections lent', 'one at a time to one request', [['pool.acquires', 'times'], ['pool.holdMax', 'longest']]],
    ['Connections made', 'and why they were closed', [
        ['pool.created', 'made'], ['pool.createFailures', 'could not be made'], ['pool.destroyed', 'closed'],
        ['pool.rejected', 'of these by a check'], ['pool.expired', 'of these too old'],
    ]],
];
const NARROW = matchMedia('(max-width: 860px)');
const TIMES = /(wait|hold)(P\d+|Max)$/;

const $ = id => document.getElementById(id);
const at = (object, path) => path.split('.').reduce((value, name) => value?.[name], object);
const number = value => value.toLocaleString('en');
let latest = null;

function text(element, value) {
    if (element.textContent !== value) element.textContent = value;
}

function element(name, className, parent) {
    const made = document.createElement(name);
    made.className = className;
    parent.append(made);
    return made;
}

// ---- showing

function show(now) {
    latest = now;
    for (const shown of document.querySelectorAll('[data-show]')) {
        const value = at(now, shown.dataset.show);
        text(shown, typeof value === 'number' ? number(value) : value ?? (shown.dataset.show === 'database.connections' ? '?' : 'none'));
    }
    showSlots(now);
    showLine(now);
    showControls(now);
    showCounters(now);
    plot($('plot'), now.latency);
}

function showSlots(now) {
    const bySlot = new Map(now.slots.map(slot => [slot.slot, slot]));
    settle([...bySlot.keys()], Math.max(now.pool.max, now.slots.length));
    cells.forEach((slot, cell) => showSlot(card(cell), bySlot.get(slot), now));
    while ($('slots').children.length > cells.length) $('slots').lastChild.remove();
    for (const state of STATES) {
        const count = now.slots.filter(slot => slot.state === state).length;
        const item = $('census').querySelector(`[data-state="${state}"]`) ?? element('li', '', $('census'));
        item.dataset.state = state;
        item.classList.toggle('none', count === 0);
        text(item, `${count} ${state}`);
    }
}

/** Which slot is shown in which cell. Numbers of slots may be higher than MAX if that was higher before. */
const cells = [];

/** As many cells as may be needed; a slot stays in its cell as long as both are there. */
function settle(slots, size) {
    cells.length = size;
    for (let cell = 0; cell < size; cell++) {
        if (!slots.includes(cells[cell])) cells[cell] = null;
    }
    for (const slot of slots) {
        if (!cells.includes(slot)) cells[cells[slot] === null ? slot : cells.indexOf(null)] = slot;
    }
}

function card(cell) {
    if ($('slots').children[cell]) return $('slots').children[cell].firstChild;
    const button = element('button', 'slot', element('li', '', $('slots')));
    button.type = 'button';
    element('span', 'unseen', button).textContent = 'Kill the connection in slot ';
    for (const part of ['number', 'age', 'state', 'whose']) element('span', part, button);
    button.addEventListener('click', () => control({ kill: cells[cell] }));
    return button;
}

function showSlot(button, slot, now) {
    const state = slot?.state ?? 'free';
    const busy = state === 'active';
    button.dataset.state = state;
    button.setAttribute('aria-disabled', ['free', 'creating', 'destroying'].includes(state));
    button.style.setProperty('--share', busy ? Math.min(1, slot.ms / (now.settings.hold + now.settings.trip)) : 0);
    const [, index, age, word, whose] = button.children;
    text(index, slot ? `${slot.slot}` : '');
    text(word, state);
    text(age, slot?.ms == null ? '' : slot.ms < 1000 ? `${slot.ms} ms` : `${Math.floor(slot.ms / 1000)} s`);
    text(whose, busy && slot.coroutine ? `${NARROW.matches ? '#' : 'coroutine '}${slot.coroutine}` : slot?.process ? `pid ${slot.process}` : '');
}

function showLine(now) {
    const line = $('line');
    const shown = now.line.slice(0, NARROW.matches ? 11 : 27);
    const wanted = shown.map(waiter => [`#${waiter.coroutine} ${duration(Math.round(waiter.ms))}`, '', waiter.ms / now.patience]);
    if (now.pool.waiting > shown.length) wanted.push([`and ${now.pool.waiting - shown.length} more`, 'more', 0]);
    if (wanted.length === 0) wanted.push(['Nobody waits.', 'nobody', 0]);
    text($('patience'), `${duration(now.patience)}, then it gives up`);
    wanted.forEach(([words, className, share], index) => {
        const item = line.children[index] ?? element('li', '', line);
        item.className = className;
        item.style.setProperty('--share', Math.min(1, share));
        text(item, words);
    });
    while (line.children.length > wanted.length) line.lastChild.remove();
}

function showControls(now) {
    for (const slider of document.querySelectorAll('[data-control]')) {
        if (!slider.dataset.busy) slider.value = now.settings[slider.dataset.control];
        label(slider);
    }
    const { load, hold, trip, max } = now.settings;
    const need = load * (hold + 3 * trip) / 1000;
    text($('need'), need.toFixed(1));
    $('need').parentElement.dataset.mood = need > max ? 'bad' : 'good';
    badge($('up'), now.database.up ? 'running' : 'stopped', now.database.up ? 'good' : 'bad');
    text($('switch'), now.database.up ? 'Stop the database' : 'Start the database');
    badge($('state'), now.pool.state, MOODS[now.pool.state]);
    text($('state-meaning'), MEANINGS[now.pool.state]);
}

function badge(shown, words, mood) {
    text(shown, words);
    shown.dataset.mood = mood;
}

function showCounters(now) {
    if (!$('counters').children.length) COUNTERS.forEach(addGroup);
    for (const [, , counters] of COUNTERS) {
        for (const [path] of counters) {
            const value = at(now, path);
            text($(path.replace('.', '-')), TIMES.test(path) ? duration(value) : number(value));
        }
    }
}

function addGroup([title, explanation, counters]) {
    const group = element('section', '', $('counters'));
    const head = element('h3', '', group);
    head.textContent = `${title} `;
    element('small', '', head).textContent = explanation;
    const list = element('dl', '', group);
    for (const [path, label] of counters) {
        const pair = element('div', '', list);
        element('dt', '', pair).textContent = label;
        element('dd', '', pair).id = path.replace('.', '-');
    }
}

// ---- controls

async function control(wanted) {
    try {
        const answer = await fetch('control', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(wanted),
        });
        const { said } = await answer.json();
        // Where a slider stands, it says itself.
        if (!answer.ok || !(Object.keys(wanted)[0] in UNITS)) say(said, answer.ok);
    } catch {
        say('The server does not answer.', false);
    }
}

let silence;
function say(words, good) {
    $('said').classList.toggle('bad', !good);
    text($('said'), words);
    clearTimeout(silence);
    silence = setTimeout(() => text($('said'), ''), 4000);
}

function label(slider) {
    const value = UNITS[slider.dataset.control](slider.value);
    text(slider.parentElement.querySelector('output'), value);
    slider.setAttribute('aria-valuetext', value);
}

for (const slider of document.querySelectorAll('[data-control]')) {
    let sending = false, rest;
    // One request at a time; the last position counts.
    slider.addEventListener('input', async () => {
        label(slider);
        clearTimeout(rest);
        slider.dataset.busy = 'yes';
        if (sending) return;
        sending = true;
        for (let sent = null; sent !== slider.value;) {
            sent = slider.value;
            await control({ [slider.dataset.control]: Number(sent) });
        }
        sending = false;
        // Snapshots under way still have the old value.
        rest = setTimeout(() => delete slider.dataset.busy, 300);
    });
}
$('switch').addEventListener('click', () => control({ database: latest?.database.up === false ? 'start' : 'stop' }));
$('kill').addEventListener('click', () => {
    const victims = latest?.slots.filter(slot => ['active', 'idle'].includes(slot.state)) ?? [];
    const busy = victims.filter(slot => slot.state === 'active');
    const victim = (busy.length ? busy : victims)[0];
    control({ kill: victim ? victim.slot : null });
});
for (const button of document.querySelectorAll('[data-breaker]')) {
    button.addEventListener('click', () => control({ breaker: button.dataset.breaker }));
}

// ---- the stream of snapshots

function connection(state, words) {
    const pulse = document.querySelector('.pulse');
    pulse.dataset.connection = state;
    text(pulse.firstElementChild, words);
}

const events = new EventSource('events');
events.addEventListener('message', event => {
    connection('live', 'live');
    show(JSON.parse(event.data));
});
events.addEventListener('error', () => connection('lost', 'connection lost'));
