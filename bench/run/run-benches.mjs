// What does each path cost? Runs the benches of a run one after another, at sizes at which all of them end in less than 12
// minutes on two cores, and prints their figures against the bars.
//   npm run bench -- [--only get,list] [--strict] [--json]
//   npm run bench -- --only get -- [--rounds 9]      one bench at its own sizes, or those after the second --: its whole tables
// `--only` takes every name of benches.mjs; a bench that is in no run prints its own tables. Ends with 1 when a bench failed; the
// others still run. Bars that are missed are shown, and with --strict end it with 1 too.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { endWithNpm, spawnBound } from '../measure/bound-process.mjs';
import { duration, paint } from '../quality/progress.mjs';
import { compareWithBars, readFigures } from './bars.mjs';
import { BENCHES, commandOf } from './benches.mjs';
import { measureSlowness } from './machine.mjs';
import { openProgress } from './progress.mjs';

endWithNpm();
const handedOver = process.argv.indexOf('--');
const { values: given } = parseArgs({
  args: process.argv.slice(2, handedOver < 0 ? undefined : handedOver),
  options: {
    only: { type: 'string' },
    strict: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
/** Later than this many times as long as expected a bench begins no more rounds, and tells what it has. */
const MAX_TIMES_BEFORE_CUT = 2;
/** A bench that takes so many times as long as expected, on a machine as slow as this one, hangs. */
const MAX_TIMES_EXPECTED = 4;
const KEPT_ERROR_LINES = 12;

const asked = handedOver < 0 ? [] : process.argv.slice(handedOver + 1);
const names = given.only?.split(',') ?? BENCHES.filter(({ isInRun }) => isInRun).map(({ name }) => name);
const unknown = names.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown.length > 0) {
  process.stderr.write(`No bench of this name: ${unknown}. There are ${BENCHES.map(({ name }) => name).join(', ')}.\n`);
  process.exit(2);
}
if (handedOver >= 0 && names.length !== 1) {
  process.stderr.write('Options after the second -- are for one bench: name it with --only.\n');
  process.exit(2);
}
const chosen = BENCHES.filter(({ name }) => names.includes(name));
const benches = handedOver < 0 ? chosen.filter(({ isInRun }) => isInRun) : [];
const startedAt = performance.now();
const figures = new Map();
const slower = new Map();
const failures = [];
for (const bench of chosen) {
  if (benches.includes(bench)) continue;
  const code = await runWhole(bench, asked);
  if (code !== 0) failures.push({ bench: bench.name, ended: `exit code ${code}`, lines: [] });
}
if (benches.length > 0) await compare();
process.exitCode ??= failures.length > 0 ? 1 : 0;

/** Runs a bench at its own sizes, or those of `args`, with all that it prints. @returns its exit code */
async function runWhole(bench, args) {
  const { argv, env } = commandOf(bench, given.json && bench.script ? [...args, '--json'] : args);
  const child = spawnBound(process.execPath, argv, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** Runs benches at the sizes of a run, and holds their figures to the bars. */
async function compare() {
  const progress = openProgress(benches);
  for (const [index, bench] of benches.entries()) {
    progress.begin(index);
    const before = measureSlowness();
    const { output, failure } = await run(bench, Math.max(1, before.wall), progress);
    const after = measureSlowness();
    slower.set(bench.name, { cpu: (before.cpu + after.cpu) / 2, wall: (before.wall + after.wall) / 2 });
    if (failure) failures.push({ bench: bench.name, ...failure });
    for (const [figure, value] of readFigures(output)) figures.set(figure, value);
  }
  progress.end();
  const compared = compareWithBars(figures, slower);
  if (given.json) {
    process.stdout.write(`${JSON.stringify({ bars: compared, slowness: Object.fromEntries(slower), failures })}\n`);
  } else printResult(compared);
  if (given.strict && compared.some(({ missed }) => missed)) process.exitCode = 1;
}

/** @returns what the bench printed, and `failure` with its last lines on the error output where it did not end well */
async function run(bench, slowness, progress) {
  const { argv, env } = commandOf(bench, [...bench.args, '--json']);
  const expectedMs = bench.seconds * 1000;
  const child = spawnBound(process.execPath, argv, {
    env: { ...env, BENCH_ENDS_AT: String(Date.now() + MAX_TIMES_BEFORE_CUT * expectedMs) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const hanging = setTimeout(() => child.kill(), MAX_TIMES_EXPECTED * slowness * expectedMs);
  const lines = [];
  createInterface({ input: child.stderr }).on('line', (text) => {
    if (text.trim() === '') return;
    lines.push(text);
    if (lines.length > KEPT_ERROR_LINES) lines.shift();
    progress.note(text.trim());
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const [code, signal] = await once(child, 'close');
  clearTimeout(hanging);
  return { output, failure: code === 0 ? null : { ended: signal ?? `exit code ${code}`, lines } };
}

function printResult(compared) {
  const rows = compared.map((bar) => [bar.path, figureOf(bar), limitOf(bar), verdictOf(bar)]);
  const head = ['Path', 'Figure', 'Bar', ''];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  const line = ([path, figure, bar, verdict]) =>
    [path.padEnd(widths[0]), figure.padStart(widths[1]), bar.padStart(widths[2]), coloured(verdict)].join('  ');
  process.stdout.write(`\n${[head, ...rows].map(line).join('\n')}\n\n`);
  const missed = compared.filter(({ met }) => met === false).length;
  const elapsed = duration((performance.now() - startedAt) / 1000);
  process.stdout.write(`${missed} of ${compared.length} bars missed. ${elapsed}. ${machine()}\n`);
  for (const { bench, ended, lines } of failures)
    process.stdout.write(`${paint('red', `The bench ${bench} failed`)} (${ended}):\n  ${lines.join('\n  ')}\n`);
}

/** What the figures in ms were divided by. */
function machine() {
  const spread = (kind) => {
    const found = [...slower.values()].map((one) => one[kind]).sort((a, b) => a - b);
    return `${found[0].toFixed(1)} to ${found.at(-1).toFixed(1)}`;
  };
  return `For the same work this machine took ${spread('wall')} times as long as the one of the bars in ms (${spread('cpu')} times the CPU).`;
}

function figureOf({ value, unit, dividedBy }) {
  if (value === null) return '–';
  return dividedBy === 1
    ? `${shown(value)} ${unit}`
    : `${shown(value)} ÷ ${dividedBy.toFixed(1)} = ${shown(value / dividedBy)} ${unit}`;
}

function verdictOf({ value, met, dividedBy, isCut }) {
  if (value === null) return 'not measured';
  const how = [dividedBy > 1 && 'scaled', isCut && 'fewer rounds'].filter(Boolean);
  const verdict = met === null ? '' : met ? 'met' : 'missed';
  return how.length === 0 ? verdict : `${verdict} (${how.join(', ')})`.trim();
}

function limitOf({ max, min, unit }) {
  if (max !== undefined) return `≤ ${max} ${unit}`;
  return min === undefined ? 'none' : `≥ ${min} ${unit}`;
}

function coloured(verdict) {
  const style = { met: 'green', missed: 'red' }[verdict.split(' ')[0]];
  return style ? paint(style, verdict) : verdict;
}

function shown(value) {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
