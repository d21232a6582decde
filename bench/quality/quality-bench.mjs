// How good are the results? Sends recordings whose every word is known over HTTP to the built service, which runs with embedded
// servers, and compares the results with what was said.
//   npm run bench:quality                        the full synthetic set with the local engine (an hour on two cores)
//   npm run bench:quality -- --quick             a smaller set, in a few minutes
//   npm run bench:quality -- --folder my-calls   your own recordings beside their *.reference.json (see README.md)
//   ... --json                                   one JSON object on standard output instead of the table
//   ... --only "gym"                             only recordings whose name contains this
// TRANSCRIPTION_ENGINE, ANALYSIS_ENGINE, OPENAI_API_KEY and OPENAI_BASE_URL choose other engines.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { openSpeaker } from './audio.mjs';
import { folderPlans, speechlessPlans, syntheticPlans } from './recordings.mjs';
import { HIGH_CONFIDENCE, score, sum } from './score.mjs';
import { analyse, startService } from './service.mjs';

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    folder: { type: 'string' },
    json: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const CACHE = '.data/cache';
/** The local engine uses a core per channel, so that more calls would only wait for each other. */
const MAX_CONCURRENT_CALLS = 2;

const startedAt = Date.now();
const work = await mkdtemp(join(tmpdir(), 'bench-quality-'));
// PostgreSQL runs as a user of its own. If that user cannot enter the folder, the embedded server puts its data elsewhere,
// where this script would not delete it.
await chmod(work, 0o755);
let service;
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    stopping = true;
    await service?.stop();
    await rm(work, { recursive: true, force: true });
    process.exit(130);
  });
}
try {
  const plans = (await chosenPlans()).filter(({ name }) => name.includes(given.only));
  if (plans.length === 0) throw new Error(`No recording's name contains "${given.only}"`);
  service = await startService(join(work, 'data'), CACHE, engines(), showProgress);
  const measured = await measureAll(plans);
  const report = { ...summarise(measured), seconds: Math.round((Date.now() - startedAt) / 1000), recordings: measured };
  if (given.json) process.stdout.write(`${JSON.stringify(report, null, 1)}\n`);
  else print(report);
  if (report.bars.some(({ met }) => met === false) || measured.some(({ failed }) => failed)) process.exitCode = 1;
} catch (error) {
  if (!stopping) {
    clearProgress();
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
} finally {
  await service?.stop();
  if (!stopping) await rm(work, { recursive: true, force: true });
}

function engines() {
  return {
    TRANSCRIPTION_ENGINE: process.env.TRANSCRIPTION_ENGINE ?? 'pocketsphinx',
    ANALYSIS_ENGINE: process.env.ANALYSIS_ENGINE ?? 'rules',
  };
}

async function chosenPlans() {
  if (given.folder !== undefined) return folderPlans(resolve(given.folder));
  const speak = await openSpeaker(CACHE, work, showProgress);
  return [...syntheticPlans({ quick: given.quick, speak }), ...speechlessPlans()];
}

async function measureAll(plans) {
  const measured = [];
  const waiting = plans.map((plan, index) => ({ plan, index }));
  const running = new Map();
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { plan, index } = next;
      const onProgress = (progress) => {
        running.set(index, `${plan.name}: ${progress?.stage ?? 'queued'} ${progress?.percent ?? 0} %`);
        showProgress(`[${measured.length}/${plans.length}] ${[...running.values()].join('   ')}`);
      };
      onProgress(null);
      measured[index] = await measure(plan, index, onProgress);
      running.delete(index);
      printResult(measured.filter(Boolean).length, plans.length, measured[index]);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CALLS }, lane));
  return measured;
}

async function measure(plan, index, onProgress) {
  const file = plan.file ?? join(work, `recording-${index}.wav`);
  const reference = plan.reference ?? (await plan.make(file));
  const from = Date.now();
  const analysis = await analyse(service.api, file, onProgress);
  const seconds = (Date.now() - from) / 1000;
  if (plan.file === undefined) await rm(file, { force: true });
  const { name, group } = plan;
  if (analysis.status !== 'completed') return { name, group, seconds, failed: analysis.metadata.error_message };
  const { engine } = analysis.metadata;
  const about = { name, group, seconds, engine, confidence: engine?.mean_confidence ?? null };
  if (reference === null) return { ...about, speechless: true, text: analysis.transcript.text };
  const { method } = analysis.transcript.diarization;
  return { ...about, method, durationMs: reference.durationMs ?? null, ...score(analysis, reference) };
}

function summarise(measured) {
  const spoken = measured.filter(({ failed, speechless }) => !failed && !speechless);
  const groups = [...new Set(spoken.map(({ group }) => group))].map((group) => ({
    group,
    ...sum(spoken.filter((each) => each.group === group)),
  }));
  const all = sum(spoken);
  const speechless = measured.filter((each) => each.speechless);
  const cleanStereo = groups.find(({ group }) => group === 'stereo, wide band');
  const mono = sum(spoken.filter(({ group }) => group.startsWith('mono')));
  const engine = spoken[0]?.engine ?? speechless[0]?.engine;
  return {
    engine: engine ? `${engine.transcription} + ${engine.analysis}` : null,
    groups,
    all,
    bars: [
      barOf('every quotation is verbatim', spoken.length, all.quotations - all.faithful, 'not verbatim'),
      barOf(
        'roles on clean stereo',
        cleanStereo?.recordings ?? 0,
        (cleanStereo?.turnsWrong ?? 0) + (cleanStereo?.turnsUnassigned ?? 0),
        'turns wrong or unassigned',
      ),
      barOf(
        `no wrong role at a confidence of ${HIGH_CONFIDENCE} or more on mono`,
        mono.recordings,
        mono.turnsWrongConfident,
        'turns',
      ),
      barOf(
        'no text from recordings without speech',
        speechless.length,
        speechless.filter(({ text }) => text !== '').length,
        'recordings with text',
      ),
    ],
  };
}

function barOf(name, recordings, faults, unit) {
  return { name, recordings, faults, unit, met: recordings === 0 ? null : faults === 0 };
}

function print({ engine, groups, all, bars, recordings, seconds }) {
  const columns = [
    ['recordings', ({ recordings }) => String(recordings)],
    ['word errors', ({ wordErrors, said }) => share(wordErrors, said)],
    ['roles right', ({ turnsRight, turns, turnsUnheard }) => share(turnsRight, turns - turnsUnheard)],
    ['wrong', ({ turnsWrong }) => String(turnsWrong)],
    ['wrong, confident', ({ turnsWrongConfident }) => String(turnsWrongConfident)],
    ['unassigned', ({ turnsUnassigned }) => String(turnsUnassigned)],
    ['facts found', ({ found, planted }) => `${share(found, planted)} of ${planted}`],
    ['claims right', ({ claimsRight, claims }) => (claims === 0 ? '-' : `${share(claimsRight, claims)} of ${claims}`)],
    ['quotations', ({ faithful, quotations }) => `${share(faithful, quotations)} of ${quotations}`],
  ];
  const rows = [...groups, ...(groups.length > 1 ? [{ group: 'all', ...all }] : [])];
  const cells = rows.map((row) => [row.group, ...columns.map(([, cell]) => cell(row))]);
  const head = [engine ?? 'no engine', ...columns.map(([title]) => title)];
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at].length)));
  const line = (row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ');
  printLine(`\n${paint('bold', line(head))}`);
  for (const row of cells) printLine(line(row));
  printLine();
  for (const { name, met, faults, unit, recordings: count } of bars) {
    if (met === null) printLine(`${paint('dim', '-')} ${name}: not measured here`);
    else if (met) printLine(`${paint('green', '✓')} ${name} (${count} recordings)`);
    else printLine(`${paint('red', '✗')} ${name}: ${faults} ${unit}`);
  }
  for (const { name, failed } of recordings.filter((each) => each.failed))
    printLine(`${paint('red', '✗')} ${name}: ${failed}`);
  printLine(`\n${recordings.length} recordings in ${Math.round(seconds / 6) / 10} minutes`);
}

/** A percentage with one decimal. */
function share(part, whole) {
  return whole === 0 ? '-' : `${(Math.round((1000 * part) / whole) / 10).toFixed(1)} %`;
}

/** Prints the result of one recording on one line. */
function printResult(count, total, each) {
  clearProgress();
  const about = `[${count}/${total}] ${each.name}`;
  const result = each.failed
    ? paint('red', `failed: ${each.failed}`, process.stderr)
    : each.speechless
      ? each.text === ''
        ? 'no text'
        : paint('red', `text: ${each.text.slice(0, 60)}`, process.stderr)
      : `words wrong ${share(each.words.errors, each.words.said)}, roles ${each.roles.right}/${each.roles.turns}` +
        ` (${each.method}, ${each.roles.confidence}), facts ${each.facts.found}/${each.facts.planted}` +
        `${each.facts.missed.length > 0 ? `, missed ${each.facts.missed.join(' ')}` : ''}` +
        `${each.claims?.false.length > 0 ? `, false ${each.claims.false.join(' ')}` : ''}`;
  process.stderr.write(`${about}  ${result}  ${each.seconds.toFixed(0)} s\n`);
}

/** Shows what runs now on one line, which the next call overwrites; only on a terminal. */
function showProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r${text.slice(0, (process.stderr.columns ?? 80) - 1)}\x1b[K`);
}

function clearProgress() {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

function printLine(text = '') {
  process.stdout.write(`${text}\n`);
}

function paint(style, text, stream = process.stdout) {
  return stream.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;
}
