// How good are the results? Judges labelled dialogues with the built code, and sends recordings whose every word is known over
// HTTP to the built service, which runs with embedded servers. README.md tells what is measured and what the numbers mean.
//   npm run bench -- --only quality                          all parts, in the time that it tells first (10 minutes on two cores)
//   npm run bench -- --only quality -- --parts dialogues     only these: dialogues, languages, roles, hearing, recordings
//   npm run bench -- --only quality -- --quick               fewer recordings
//   npm run bench -- --only quality -- --all                 all recordings, an hour on two cores
//   npm run bench -- --only quality -- --folder my-calls     your own recordings beside their *.reference.json
//   ... --analyst configured                       the dialogues are judged by ANALYSIS_ENGINE, not by the rules
//   ... --only "gym"                               only recordings whose name contains this
//   ... --markdown                                 tables of Markdown, as in README.md
//   ... --json                                     one JSON object on standard output instead of tables
// TRANSCRIPTION_ENGINE, ANALYSIS_ENGINE, OPENAI_API_KEY and OPENAI_BASE_URL choose the engines of the recordings.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endWithNpm } from '../measure/bound-process.mjs';
import { weighBars } from './bars.mjs';
import { openTimes } from './expected-time.mjs';
import { openParts, PARTS } from './parts/parts.mjs';
import { duration, openProgress, paint } from './progress.mjs';
import { linesOf, markdownOf, percent } from './tables.mjs';

const CACHE = '.data/cache';

endWithNpm();
const given = readOptions();
const work = await mkdtemp(join(tmpdir(), 'bench-quality-'));
// PostgreSQL runs as a user of its own. If that user cannot enter the folder, the embedded server puts its data elsewhere,
// where this script would not delete it.
await chmod(work, 0o755);
const running = new Set();
let progress = openProgress([]);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    progress.clear();
    await Promise.all([...running].map(({ stop }) => stop()));
    await rm(work, { recursive: true, force: true });
    process.exit(130);
  });
}
try {
  const { results, seconds } = await measureAll();
  const bars = weighBars(Object.fromEntries(results.map(({ id, measures }) => [id, measures])));
  if (given.json) process.stdout.write(`${JSON.stringify(toJson(results, bars, seconds), null, 1)}\n`);
  else print(results, bars, seconds);
  if (bars.some(({ met }) => met === false)) process.exitCode = 1;
} catch (error) {
  progress.clear();
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await Promise.all([...running].map(({ stop }) => stop()));
  await rm(work, { recursive: true, force: true });
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        parts: { type: 'string' },
        quick: { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        folder: { type: 'string' },
        analyst: { type: 'string', default: 'local' },
        only: { type: 'string', default: '' },
        markdown: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function measureAll() {
  const times = await openTimes(join(CACHE, 'quality-bench-times.json'));
  const opened = await openParts({ ...given, ids: chosenParts(), cacheDir: CACHE, workDir: work, running });
  const parts = opened.map((part) => ({ ...part, seconds: times.secondsOf(part.id, part.engine, part.units) }));
  const expected = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  const each = parts.map(({ id, seconds }) => `${id} ${duration(seconds)}`).join(', ');
  process.stderr.write(`This takes about ${duration(expected)}: ${each}\n`);
  progress = openProgress(parts);
  const results = [];
  const startedAt = Date.now();
  for (const part of parts) {
    const from = Date.now();
    const result = await part.run((about, weight) => progress.tick(part, about, weight), progress);
    await times.learn(part.id, part.engine, part.units, (Date.now() - from) / 1000);
    results.push({ id: part.id, engine: part.engine, seconds: (Date.now() - from) / 1000, ...result });
  }
  progress.clear();
  return { results, seconds: (Date.now() - startedAt) / 1000 };
}

function chosenParts() {
  const named = given.parts?.split(',').map((each) => each.trim());
  const unknown = named?.find((each) => !PARTS.includes(each));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}"; the parts are ${PARTS.join(', ')}`);
  if (named) return PARTS.filter((each) => named.includes(each));
  return given.folder !== undefined || given.only !== '' ? ['recordings'] : PARTS;
}

function toJson(results, bars, seconds) {
  const parts = results.map(({ id, engine, seconds: taken, measures, tables, details }) => [
    id,
    { engine, seconds: Math.round(taken), measures, tables, ...details },
  ]);
  return { seconds: Math.round(seconds), bars, parts: Object.fromEntries(parts) };
}

function print(results, bars, seconds) {
  const barTable = {
    title: 'Bars',
    head: ['', 'part', 'what', 'wanted', 'measured'],
    rows: bars.map(cellsOfBar),
  };
  for (const table of [...results.flatMap(({ tables }) => tables), barTable]) {
    if (given.markdown) printLines(['', `### ${table.title}`, '', ...markdownOf(table)]);
    else {
      const [head, ...rows] = linesOf(table);
      printLines(['', paint('bold', table.title), paint('dim', head), ...rows.map(coloured)]);
    }
  }
  const taken = results.map(({ id, seconds: own }) => `${id} ${duration(own)}`).join(', ');
  printLines(['', `Measured in ${duration(seconds)}: ${taken}`]);
}

function cellsOfBar({ part, text, unit, min, max, value, met }) {
  const show = (number) => (unit === 'share' ? percent(number) : String(number));
  const wanted = min === null ? (max === 0 ? 'none' : `at most ${show(max)}`) : `at least ${show(min)}`;
  return [met === null ? '-' : met ? '✓' : '✗', part, text, wanted, value === null ? 'not measured' : show(value)];
}

function coloured(row) {
  const [mark] = row;
  if (mark === '✓') return `${paint('green', mark)}${row.slice(1)}`;
  return mark === '✗' ? `${paint('red', mark)}${row.slice(1)}` : row;
}

function printLines(lines) {
  process.stdout.write(`${lines.join('\n')}\n`);
}
