// Runs each test again for each mutant that it reaches, in the same process: servers and packages are started and loaded once, so
// that a mutant costs what its tests cost. The sources are instrumented by StrykerJS (instrument.mjs): every mutant is compiled
// in, and `activeMutant` switches one on.
//
// A failure counts only if the same test passes again without the mutant. Where it does not, or where a run takes too long, the
// process may be spoilt: it exits, and run-mutants.mjs starts the next one, which continues.
import { appendFileSync, readFileSync } from 'node:fs';
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest';

/** What the instrumented sources read and write. */
interface Instrumentation {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: {
    readonly static: Record<string, number>;
    readonly perTest: Record<string, Record<string, number>>;
  };
}

type Test = RunnerTestCase;

/** One line of the journal. */
type Entry =
  /** The mutants that a test reaches which cannot be repeated, or takes long. */
  | { readonly status: 'alone'; readonly test: string; readonly file: string; readonly mutants: readonly string[] }
  | { readonly mutant: string; readonly status: 'started' | 'killed' | 'timeout' | 'survived'; readonly test: string }
  /** Reached while modules are loaded or a suite is set up: a switch comes too late. */
  | { readonly mutant: string; readonly status: 'static'; readonly file: string }
  /** All tests of the file have tried all of their mutants: a further pass would find nothing there. */
  | { readonly status: 'ended'; readonly file: string }
  /** Fails when it is repeated, or without a mutant. */
  | {
      readonly status: 'unrepeatable';
      readonly test: string;
      readonly mutant: string | null;
      readonly message: string;
    };

const JOURNAL = process.env.MUTATION_JOURNAL ?? '';
/** Tests that take longer are not repeated. */
const MAX_TEST_MS = Number(process.env.MUTATION_MAX_TEST_MS ?? 4_000);
/** Null: all are run. */
const DRAWN = process.env.MUTATION_DRAWN === undefined ? null : new Set(process.env.MUTATION_DRAWN.split(','));
const MIN_LIMIT_MS = 8_000;
/** What a test with a mutant waits for something to happen. It then fails, where the limit above would end its process. */
const MAX_WAIT_MS = 6_000;

// Tests may replace the timers.
const { setTimeout, clearTimeout } = globalThis;
const instrumentation: Instrumentation = {};
(globalThis as { __stryker__?: Instrumentation }).__stryker__ = instrumentation;

class TooLong extends Error {}

/** What was recorded so far, also by processes before this one. */
const decided = new Set<string>();
const tried = new Set<string>();
const unrepeatable = new Set<string>();
const statics = new Set<string>();
for (const line of readFileSync(JOURNAL, 'utf8').split('\n')) if (line !== '') take(JSON.parse(line));

function take(entry: Entry): void {
  if (entry.status === 'unrepeatable') unrepeatable.add(entry.test);
  else if (entry.status === 'alone' || entry.status === 'ended') return;
  else if (entry.status === 'static') statics.add(`${entry.file} ${entry.mutant}`);
  else if (entry.status === 'killed' || entry.status === 'timeout') decided.add(entry.mutant);
  // A mutant that was started and never ended took its process down with it.
  else tried.add(`${entry.test} ${entry.mutant}`);
}

function record(entry: Entry): void {
  take(entry);
  appendFileSync(JOURNAL, `${JSON.stringify(entry)}\n`);
}

interface Tries {
  readonly id: string;
  state: 'first' | 'mutant' | 'control' | 'over';
  usualMs: number;
  mutants: string[];
  active: string | null;
  startedAt: number;
}

export default class MutantRunner extends TestRunner {
  private tries: Tries | null = null;

  override async onBeforeRunTask(test: Test): Promise<void> {
    await super.onBeforeRunTask(test);
    if (test.mode !== 'run' && test.mode !== 'queued') return;
    const id = `${test.file.name} > ${nameOf(test)}`;
    // Each try is a repetition; the one behind the last is skipped.
    test.repeats = unrepeatable.has(id) ? 0 : Number.MAX_SAFE_INTEGER;
    this.tries = { id, state: 'first', usualMs: 0, mutants: [], active: null, startedAt: 0 };
  }

  override onBeforeTryTask(test: Test): void {
    const tries = this.tries;
    if (tries && tries.state !== 'first') {
      this.settle(test, tries);
      this.next(tries);
      if (tries.state === 'over') test.context.skip();
      test.result = { ...test.result, state: 'run', errors: [] };
    }
    super.onBeforeTryTask(test);
    if (!tries) return;
    tries.startedAt = performance.now();
    // Without a name, what a repetition reaches would count as reached while modules are loaded.
    instrumentation.currentTestId = tries.state === 'first' ? tries.id : 'a repetition';
    instrumentation.hitCount = 0;
    instrumentation.activeMutant = tries.state === 'mutant' ? (tries.active ?? undefined) : undefined;
    if (tries.state === 'mutant') process.env.TEST_MAX_WAIT_MS = String(MAX_WAIT_MS);
    else delete process.env.TEST_MAX_WAIT_MS;
  }

  async runTask(test: Test): Promise<void> {
    const run = TestRunner.getTestFn(test);
    const { tries } = this;
    if (!tries || tries.state === 'first') return run();
    const limitMs = Math.max(MIN_LIMIT_MS, 5 * tries.usualMs);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TooLong()), limitMs);
    });
    try {
      await Promise.race([run(), late]);
    } catch (error) {
      if (error instanceof TooLong) this.giveUp(tries);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  onAfterRetryTask(test: Test): void {
    const { tries } = this;
    instrumentation.activeMutant = undefined;
    instrumentation.currentTestId = undefined;
    if (tries?.state !== 'first') return;
    tries.usualMs = performance.now() - tries.startedAt;
    const message = test.result?.errors?.[0]?.message;
    if (message !== undefined) {
      record({ status: 'unrepeatable', test: tries.id, mutant: null, message });
      tries.mutants = [];
    } else {
      this.recordStatics(test.file.name);
      const covered = instrumentation.mutantCoverage?.perTest[tries.id] ?? {};
      const open = Object.keys(covered).filter(
        (id) => (DRAWN?.has(id) ?? true) && !decided.has(id) && !tried.has(`${tries.id} ${id}`),
      );
      if (tries.usualMs <= MAX_TEST_MS && test.repeats) tries.mutants = open;
      else record({ status: 'alone', test: tries.id, file: test.file.name, mutants: open });
      instrumentation.hitLimit = 100 * Math.max(100, ...Object.values(covered));
    }
    tries.state = 'control';
    // Its own result stands for the control before the first mutant.
    test.result = { state: 'pass', startTime: 0 };
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (suite === suite.file) record({ status: 'ended', file: suite.file.name });
  }

  /** A run without a mutant that takes too long has been spoilt by the mutant before. */
  private giveUp({ active, id, state }: Tries): never {
    if (state === 'mutant' && active) record({ mutant: active, status: 'timeout', test: id });
    else record({ status: 'unrepeatable', test: id, mutant: null, message: 'Takes too long when repeated' });
    die();
  }

  private settle(test: Test, tries: Tries): void {
    const message = test.result?.errors?.[0]?.message ?? 'no message';
    const isFailed = test.result?.state === 'fail';
    if (tries.state === 'control' && isFailed) {
      record({ status: 'unrepeatable', test: tries.id, mutant: tries.active, message });
      die();
    }
    if (tries.state === 'control' && tries.active) {
      record({ mutant: tries.active, status: 'killed', test: tries.id });
      tries.active = null;
    }
    if (tries.state === 'mutant' && tries.active && !isFailed) {
      record({ mutant: tries.active, status: 'survived', test: tries.id });
      tries.active = null;
    }
  }

  /** After a failure the same test is run without the mutant. */
  private next(tries: Tries): void {
    if (tries.state === 'mutant' && tries.active) {
      tries.state = 'control';
      instrumentation.activeMutant = undefined;
      return;
    }
    const mutant = tries.mutants.shift();
    tries.state = mutant === undefined ? 'over' : 'mutant';
    tries.active = mutant ?? null;
    if (mutant !== undefined) record({ mutant, status: 'started', test: tries.id });
  }

  private recordStatics(file: string): void {
    for (const mutant of Object.keys(instrumentation.mutantCoverage?.static ?? {})) {
      if (!statics.has(`${file} ${mutant}`)) record({ mutant, status: 'static', file });
    }
  }
}

/** Vitest would catch `process.exit`. */
function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('Killed');
}

function nameOf(test: Test): string {
  const names = [test.name];
  for (let { suite } = test; suite; suite = suite.suite) names.unshift(suite.name);
  return names.join(' > ');
}
