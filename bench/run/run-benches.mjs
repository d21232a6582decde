// What does each path cost? Runs the benches one after another, at sizes at which all of them end in less than 12 minutes on two
// cores, and prints their figures against the bars.
//   npm run bench -- [--only get,list] [--strict] [--json]
//   npm run bench -- --only get -- [--rounds 9]      one bench at its own sizes, or those after the second --: its whole tables
// Ends with 1 when a bench failed; the others still run. Bars that are missed are shown, and with --strict end it with 1 too.
// bench:console, bench:filters, bench:fleet, bench:neighbours, bench:migrate, bench:rescore, bench:redaction, bench:search and
// bench:quality run apart.
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { endWithNpm, spawnBound } from '../measure/bound-process.mjs';
import { duration, paint } from '../quality/progress.mjs';
import { compareWithBars, readFigures, slowness } from './bars.mjs';
import { APART, PLAN } from './plan.mjs';
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
/** A bench that takes so many times as long as expected hangs. */
const MAX_TIMES_EXPECTED = 4;
const KEPT_ERROR_LINES = 12;

const names = given.only?.split(',') ?? PLAN.map(({ name }) => name);
const unknown = names.filter((name) => !PLAN.some((bench) => bench.name === name));
if (unknown.length > 0) {
  process.stderr.write(`No bench of this name: ${unknown}. There are ${PLAN.map(({ name }) => name).join(', ')}.\n`);
  process.exit(2);
}
const benches = PLAN.filter(({ name }) => names.includes(name));
if (handedOver >= 0) await runAlone(process.argv.slice(handedOver + 1));
const startedAt = performance.now();
const progress = openProgress(benches);
const figures = new Map();
const failures = [];
for (const [index, bench] of benches.entries()) {
  progress.begin(index);
  const { output, failure } = await run(bench);
  if (failure) failures.push({ bench: bench.name, ...failure });
  for (const [figure, value] of readFigures(output)) figures.set(figure, value);
}
progress.end();

const compared = compareWithBars(figures, new Set(names));
const slower = slowness(figures);
if (given.json) process.stdout.write(`${JSON.stringify({ bars: compared, slowness: slower, failures })}\n`);
else printResult(compared);
const isMissed = compared.some(({ missed }) => missed);
process.exitCode = failures.length > 0 || (given.strict && isMissed) ? 1 : 0;

/** Runs one bench at its own sizes or those of `args`, with all that it prints. Then this process ends, with the bench's code. */
async function runAlone(args) {
  if (benches.length !== 1) {
    process.stderr.write('Options after the second -- are for one bench: name it with --only.\n');
    process.exit(2);
  }
  const child = spawnBound(process.execPath, [join(resolve('bench'), benches[0].script), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
}

/** @returns what the bench printed, and `failure` with its last lines on the error output where it did not end well */
async function run({ script, args, seconds }) {
  const child = spawnBound(process.execPath, [join(resolve('bench'), script), ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const hanging = setTimeout(() => child.kill(), MAX_TIMES_EXPECTED * seconds * 1000);
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
  const rows = compared.map(({ path, unit, max, min, value, met }) => [
    path,
    value === null ? '–' : `${shown(value)} ${unit}`,
    limitOf({ max, min, unit }),
    value === null ? 'not measured' : met === null ? '' : met ? 'met' : 'missed',
  ]);
  const head = ['Path', 'Figure', 'Bar', ''];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  const line = ([path, figure, bar, verdict]) =>
    [path.padEnd(widths[0]), figure.padStart(widths[1]), bar.padStart(widths[2]), coloured(verdict)].join('  ');
  process.stdout.write(`\n${[head, ...rows].map(line).join('\n')}\n\n`);
  const missed = compared.filter(({ met }) => met === false).length;
  const elapsed = duration((performance.now() - startedAt) / 1000);
  process.stdout.write(`${missed} of ${compared.length} bars missed. ${elapsed}. Apart: ${APART.join(', ')}.\n`);
  if (slower !== null)
    process.stdout.write(
      `For the same work this machine needs ${slower.toFixed(1)} times as long as the one that the bars in ms were set on.\n`,
    );
  for (const { bench, ended, lines } of failures)
    process.stdout.write(`${paint('red', `The bench ${bench} failed`)} (${ended}):\n  ${lines.join('\n  ')}\n`);
}

function limitOf({ max, min, unit }) {
  if (max !== undefined) return `≤ ${max} ${unit}`;
  return min === undefined ? 'none' : `≥ ${min} ${unit}`;
}

function coloured(verdict) {
  const style = { met: 'green', missed: 'red' }[verdict];
  return style ? paint(style, verdict) : verdict;
}

function shown(value) {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
