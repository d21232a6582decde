// Runs the mutants of sources against the tests of their mirror, servers included:
//   npm run test:mutation:servers -- [src/billing…] [--draw 200] [--tests test/e2e/sandbox.test.ts]… [--again] [--quick] [--all]
// Without sources it takes those of the core that need servers. --draw runs so many mutants, drawn by --seed. What an earlier run
// killed is not run again while its source is the same, nor is one in a process of its own that has a reason to survive;
// --again runs them all. --quick leaves out the mutants that need a process of their own. --all prints the survivors too that
// have a reason in test/mutation/survivors.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { spawnBound } from '../../bench/measure/bound-process.mjs';
import { isMutated, SERVER_TESTED } from './core-files.mjs';
import { filesUnder } from './files.mjs';
import { instrument } from './instrument.mjs';
import { printReport, readReasons, reasonOf } from './mutation-report.mjs';

const { values: given, positionals: targets } = parseArgs({
  allowPositionals: true,
  options: {
    draw: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true, default: [] },
    again: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});
if (targets.length === 0) targets.push(...SERVER_TESTED);

/** A process that reports nothing for so long hangs: in a mutant, whose test has twenty seconds at most, or elsewhere. */
const MUTANT_SILENCE_MS = 40_000;
const SILENCE_MS = 150_000;
/** Each time it has passed, the process that runs the tests of a mutant alone is ended. */
const MAX_ALONE_MS = 300_000;
/**
 * What a test waits for something to happen while a mutant runs alone. The load of a machine counts, too: one counts as killed.
 */
const MAX_WAIT_ALONE_MS = 15_000;
/** No mutant has this id. */
const NO_MUTANT = 'none';
const CONFIG = 'test/mutation/mutants.vitest.config.ts';

const sources = (await Promise.all(targets.map((target) => filesUnder(target)))).flat().filter(isMutated).sort();
const tests = [
  ...new Set((await Promise.all([...targets.map(mirrorOf), ...given.tests].map(testsUnder))).flat()),
].sort();
if (tests.length === 0) throw new Error(`No tests for ${targets.join(', ')}`);

const home = join('.data/mutation', createHash('sha256').update(targets.join()).digest('hex').slice(0, 12));
await mkdir(home, { recursive: true });
const paths = {
  journal: join(home, 'journal.jsonl'),
  sources: join(home, 'sources.json'),
  kept: join(home, 'kept.json'),
};

const { sources: instrumented, mutants: all } = await instrument(sources);
const mutants = given.draw === undefined ? all : draw(all, Number(given.draw), Number(given.seed));
const hashes = Object.fromEntries(await Promise.all(sources.map(async (file) => [file, await hashOf(file)])));
await writeFile(paths.sources, JSON.stringify(instrumented));
await writeFile(paths.journal, (await keptLines()).map((line) => `${line}\n`).join(''));
process.stderr.write(`${mutants.length} mutants in ${sources.length} files, ${tests.length} test files\n`);

process.env.MUTATION_SOURCES = resolve(paths.sources);
process.env.MUTATION_JOURNAL = resolve(paths.journal);
if (given.draw !== undefined) process.env.MUTATION_DRAWN = mutants.map(({ id }) => id).join();
const needsServers = (file) => !file.includes('.unit.test.');
// What a unit test kills in milliseconds need not be tried with servers.
const groups = [tests.filter((file) => !needsServers(file)), tests.filter(needsServers)].filter(
  ({ length }) => length > 0,
);

for (const group of groups) {
  let files = group;
  let headway = true;
  while (files.length > 0 && headway) {
    const before = await countTries();
    await runOnce(files);
    await keep();
    process.stderr.write(`${describe(await outcomes())}\n`);
    headway = (await countTries()) > before;
    files = await filesToContinue(files);
  }
}
if (!given.quick) await runAlone();
await report();

/** Mulberry32, so that a seed names the same mutants on every machine. */
function draw(from, count, seed) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return from
    .map((mutant) => [random(), mutant])
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, mutant]) => mutant);
}

/** Also of a run that is stopped: the next one continues. */
async function report() {
  await keep();
  const passed = printReport(mutants, await outcomes(), await readReasons(), given.all);
  if (!passed) process.exitCode = 1;
}

async function keep() {
  const found = await outcomes();
  const killed = mutants.filter(({ id }) => ['killed', 'timeout'].includes(found.get(id))).map(keyOf);
  await writeFile(paths.kept, JSON.stringify({ hashes, killed }));
}

async function keptLines() {
  if (given.again || !existsSync(paths.kept)) return [];
  const kept = JSON.parse(await readFile(paths.kept, 'utf8'));
  const killed = new Set(kept.killed);
  const isSame = (file) => kept.hashes[file] === hashes[file];
  return mutants
    .filter((mutant) => isSame(relative('.', mutant.file)) && killed.has(keyOf(mutant)))
    .map(({ id }) => JSON.stringify({ mutant: id, status: 'killed', test: 'an earlier run' }));
}

function keyOf({ file, line, column, mutator, before, after }) {
  return [file, line, column, mutator, before, after].join('\0');
}

async function journal() {
  return (await readFile(paths.journal, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

async function filesToContinue(files) {
  const ended = new Set((await journal()).flatMap(({ status, file }) => (status === 'ended' ? [file] : [])));
  return files.filter((file) => !ended.has(file));
}

/** What a further pass adds to, as long as one ended early. */
async function countTries() {
  const tries = (await journal()).filter(({ status }) => !['alone', 'static', 'ended'].includes(status));
  // A test that fails in every pass says so in each.
  return new Set(tries.map((entry) => (entry.status === 'unrepeatable' ? entry.test : JSON.stringify(entry)))).size;
}

/** A file ends early where a test spoils its process: the next pass continues there. */
async function runOnce(files) {
  const child = spawnBound('node_modules/.bin/vitest', ['run', '--config', CONFIG, ...files], {
    env: { ...process.env, ...(files.some(needsServers) ? { MUTATION_SERVERS: '1' } : {}) },
    stdio: ['ignore', 'ignore', process.env.MUTATION_DEBUG ? 'inherit' : 'ignore'],
  });
  const startedAt = Date.now();
  const watch = setInterval(async () => {
    const { mtimeMs } = await stat(paths.journal);
    // Its first report may come long after the last one of the process before it, which was silent too.
    const silentMs = Date.now() - Math.max(mtimeMs, startedAt);
    if (silentMs < MUTANT_SILENCE_MS) return;
    const last = (await journal()).at(-1);
    const isInMutant = last?.status === 'started' && mtimeMs > startedAt;
    if (!isInMutant && silentMs < SILENCE_MS) return;
    if (isInMutant) await appendFile(paths.journal, `${JSON.stringify({ ...last, status: 'timeout' })}\n`);
    process.kill(-child.pid, 'SIGTERM');
  }, 5_000);
  // A process group of its own would outlive this process, and its locks with it.
  const stop = async () => {
    // Or the next pass would begin while this one is reported.
    child.removeAllListeners('exit');
    process.kill(-child.pid, 'SIGKILL');
    await report();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  await new Promise((ended) => child.once('exit', ended));
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
  clearInterval(watch);
}

/** Mutants of code that runs while modules are loaded or a suite is set up, and of what only long or unrepeatable tests reach. */
async function runAlone() {
  const entries = await journal();
  const decided = await outcomes();
  const filesOf = new Map();
  const reasons = await readReasons();
  // One with a reason has run through all of these files before, and would take longest.
  const excused = new Set(given.again ? [] : mutants.flatMap((one) => (reasonOf(one, reasons) ? [one.id] : [])));
  const note = (mutant, file) => {
    if (!['killed', 'timeout'].includes(decided.get(mutant)) && !excused.has(mutant))
      filesOf.set(mutant, new Set([...(filesOf.get(mutant) ?? []), file]));
  };
  for (const entry of entries) {
    if (entry.status === 'static') note(entry.mutant, entry.file);
    if (entry.status === 'alone') for (const mutant of entry.mutants) note(mutant, entry.file);
  }
  if (filesOf.size === 0) return;
  process.stderr.write(`${filesOf.size} mutants one by one\n`);
  process.env.MUTATION_ALONE = '1';
  process.env.TEST_MAX_WAIT_MS = String(MAX_WAIT_ALONE_MS);
  if (tests.some(needsServers)) process.env.MUTATION_SERVERS = '1';
  // The first test that fails tells enough.
  const vitest = await createVitest('test', { config: CONFIG, watch: false, reporters: [{}], bail: 1 });
  const sourceOf = new Map(mutants.map(({ id, file }) => [id, basename(file, '.ts')]));
  /** @returns whether a test failed or a file could not be loaded */
  const fails = async (files, mutant) => {
    vitest.state.filesMap.clear();
    vitest.state.errorsSet.clear();
    vitest.provide('activeMutant', mutant);
    await vitest.start(files).catch((error) => vitest.state.errorsSet.add(error));
    return vitest.state.getFiles().some(({ result }) => result?.state === 'fail') || vitest.state.errorsSet.size > 0;
  };
  // A file that fails without a mutant would kill each of them.
  for (const file of new Set([...filesOf.values()].flatMap((files) => [...files]))) {
    if (!(await fails([file], NO_MUTANT))) continue;
    process.stderr.write(`${file} fails without a mutant within the limits of a lone one: it kills none\n`);
    for (const files of filesOf.values()) files.delete(file);
  }
  let done = 0;
  for (const [mutant, files] of filesOf) {
    let status = 'survived';
    // Again and again: each test file gets a process of its own, and each may loop.
    const limit = setInterval(() => {
      status = 'timeout';
      killWorkers();
    }, MAX_ALONE_MS);
    let hasFailed = false;
    // Those that are named after the source kill most of them.
    for (const group of byName([...files], sourceOf.get(mutant))) {
      if (hasFailed || status === 'timeout') break;
      hasFailed = await fails(group, mutant);
    }
    clearInterval(limit);
    if (hasFailed && status !== 'timeout') status = 'killed';
    await appendFile(paths.journal, `${JSON.stringify({ mutant, status, test: 'alone' })}\n`);
    done += 1;
    if (done % 25 === 0) {
      await keep();
      process.stderr.write(`${done} of ${filesOf.size}\n`);
    }
  }
  await vitest.close();
  process.exitCode = 0;
}

/** @returns the files whose name begins with the source's, then the others; neither is empty */
function byName(files, source) {
  const isNamed = (file) => basename(file).startsWith(`${source}.`);
  return [files.filter(isNamed), files.filter((file) => !isNamed(file))].filter(({ length }) => length > 0);
}

/** The processes that run the tests, which may loop without end in a mutant. The servers are children of this process, too. */
function killWorkers() {
  spawn('pkill', ['-KILL', '-P', String(process.pid), '-f', 'vitest/suppress-warnings']);
}

/** By id: killed, timeout, survived or unreached. */
async function outcomes() {
  const status = new Map(mutants.map(({ id }) => [id, 'unreached']));
  const started = new Set();
  for (const entry of await journal()) {
    if (entry.status === 'started') started.add(entry.mutant);
    else if (['killed', 'timeout'].includes(entry.status)) status.set(entry.mutant, entry.status);
    else if (entry.status === 'survived' && status.get(entry.mutant) === 'unreached')
      status.set(entry.mutant, 'survived');
    else if (entry.status === 'unrepeatable' && process.env.MUTATION_DEBUG)
      process.stderr.write(`${JSON.stringify(entry)}\n`);
  }
  for (const id of started) if (status.get(id) === 'unreached') status.set(id, 'survived');
  return status;
}

function describe(found) {
  const counts = new Map();
  for (const status of found.values()) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
}

/**
 * The folder of tests for a folder of sources; for one source, the tests of its name, else those of --tests, else its folder's.
 */
function mirrorOf(target) {
  return relative('src', target).replace(/^/, 'test/');
}

function testsUnder(path) {
  if (path.endsWith('.ts') && !path.endsWith('.test.ts')) {
    const named = ['.unit.test.ts', '.test.ts', '.property.unit.test.ts']
      .map((end) => path.replace(/\.ts$/, end))
      .filter(existsSync);
    return named.length > 0 || given.tests.length > 0 ? named : testsUnder(dirname(path));
  }
  if (!existsSync(path)) return [];
  return filesUnder(path).filter((file) => file.endsWith('.test.ts'));
}

async function hashOf(file) {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
