// Acquire latency, second by second over the last minute, on a logarithmic scale; below it, how many got nothing.

const SVG = 'http://www.w3.org/2000/svg';
const LEFT = 54, RIGHT = 8, TOP = 8, LANE = 26, BOTTOM = 20;

export const duration = ms => ms >= 1000 ? `${+(ms / 1000).toPrecision(3)} s` : `${+ms.toPrecision(3)} ms`;

export function plot(svg, minute) {
    const { clientWidth: width, clientHeight: height } = svg;
    const seconds = minute.p50.length;
    const base = height - BOTTOM - LANE;
    const longest = Math.max(100, ...minute.p99.filter(value => value !== null));
    const decades = [-1, Math.ceil(Math.log10(longest) - 1e-9)]; // from 0.1 ms
    const x = second => LEFT + (width - LEFT - RIGHT) * second / (seconds - 1);
    const y = ms => {
        const share = (Math.log10(Math.max(ms, 0.1)) - decades[0]) / (decades[1] - decades[0]);
        return base - (base - TOP) * share;
    };
    const drawn = [];
    for (let decade = decades[0]; decade <= decades[1]; decade++) {
        const at = y(10 ** decade);
        drawn.push(make('line', { class: 'rule', x1: LEFT, x2: width - RIGHT, y1: at, y2: at }));
        drawn.push(make('text', { x: LEFT - 6, y: at + 4, 'text-anchor': 'end' }, duration(10 ** decade)));
    }
    for (const [second, anchor, text] of [[0, 'start', '1 min ago'], [seconds / 2, 'middle', '30 s'], [seconds - 1, 'end', 'now']]) {
        drawn.push(make('text', { x: x(second), y: height - 4, 'text-anchor': anchor }, text));
    }
    for (const [from, to] of runs(minute.p50)) {
        const points = name => range(from, to).map(second => `${x(second).toFixed(1)},${y(minute[name][second]).toFixed(1)}`);
        drawn.push(make('polygon', { class: 'band', points: [...points('p50'), ...points('p99').reverse()].join(' ') }));
        drawn.push(make('polyline', { class: 'p99', points: points('p99').join(' ') }));
        drawn.push(make('polyline', { class: 'p50', points: points('p50').join(' ') }));
    }
    const most = Math.max(10, ...minute.failed);
    if (minute.failed.some(count => count > 0)) {
        drawn.push(make('text', { x: LEFT - 6, y: base + LANE - 6, 'text-anchor': 'end', class: 'most' }, `≤ ${most} / s`));
    }
    if (minute.p50.every(value => value === null)) {
        const nobody = 'Nobody got a connection in the last minute.';
        drawn.push(make('text', { x: (LEFT + width) / 2, y: (TOP + base) / 2, 'text-anchor': 'middle', class: 'empty' }, nobody));
    }
    const bar = (width - LEFT - RIGHT) / seconds * 0.7;
    minute.failed.forEach((count, second) => {
        if (count > 0) {
            const size = Math.max(2, (LANE - 6) * count / most);
            drawn.push(make('rect', { class: 'failed', x: x(second) - bar / 2, y: base + LANE - size, width: bar, height: size }));
        }
    });
    svg.replaceChildren(...drawn);
    svg.setAttribute('aria-label', inWords(minute));
}

function inWords(minute) {
    const last = minute.p50.findLastIndex(value => value !== null);
    const missed = minute.failed.reduce((sum, count) => sum + count, 0);
    return last < 0
        ? `In the last minute nobody got a connection, ${missed} asked in vain.`
        : `Latest median ${duration(minute.p50[last])}, 99th percentile ${duration(minute.p99[last])}; ${missed} got none in the last minute.`;
}

/** The stretches without a gap, as [first, last]. */
function runs(values) {
    const found = [];
    values.forEach((value, at) => {
        if (value === null) return;
        const run = found.at(-1);
        if (run && run[1] === at - 1) run[1] = at; else found.push([at, at]);
    });
    return found;
}

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

function make(name, attributes, text = '') {
    const element = document.createElementNS(SVG, name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    element.textContent = text;
    return element;
}
