// Circuit breaker for each engine, shared by all processes. While a provider is failing, nothing is sent to it. After the pause,
// one call across all processes is let through as a probe; its success ends the pause.
import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import { type ProviderCall, type ProviderCaller, ProviderCalls } from '../../platform/operations/provider-calls.js';
import { CheckNote, ReadinessChecks } from '../../platform/operations/readiness-checks.js';
import {
  ENGINE_TASKS,
  EnginesUnknown,
  type EngineTask,
  type EngineTrouble,
  pauseKeyOf,
  troubleSentence,
} from '../../ports/engine-trouble.js';
import { ProviderError } from '../../ports/provider-error.js';
import { EngineChoices } from './engine-choices.js';
import { EnginePauseStore, type EngineState, type FailedRun } from './engine-pause-store.js';

/** Maximum age of data about other processes. */
const MAX_AGE_MS = 1_000;
/** Pause of this process by its own failures, while Postgres does not answer. */
const OWN_PAUSE_MS = 2_000;

interface Known extends EngineState {
  /** On the clock of `performance.now()`. */
  readonly readAtMs: number;
}

@Injectable()
export class EnginePause implements OnModuleInit {
  private readonly logger = new Logger(EnginePause.name);
  /** Id of this process as a holder of the probe slot. */
  private readonly holder = randomUUID();
  private readonly known = new Map<string, Known>();
  /** The call that probes for this process; null while the place is taken and no run has begun. */
  private readonly probes = new Map<string, string | null>();
  private readonly notes = new Set<Promise<void>>();
  /** Writes among `notes` that begin or extend a pause. */
  private readonly troubles = new Set<Promise<void>>();
  /** Accounts of this process that have worked by keys of their own. */
  private readonly ownKeys = new Set<string>();
  private readonly notedAtMs = new Map<string, number>();
  private reading: Promise<void> | null = null;
  /** Whether the pauses were ever read. */
  private reached = false;

  constructor(
    private readonly store: EnginePauseStore,
    private readonly choices: EngineChoices,
    private readonly calls: ProviderCalls,
    private readonly readiness: ReadinessChecks,
    private readonly metrics: Metrics,
  ) {}

  async onModuleInit(): Promise<void> {
    const engines = [...this.choices.engines.keys()];
    this.calls.guard((task, caller, pauseKey) => this.admit(task, caller, pauseKey));
    this.calls.listen((call) => this.observe(call));
    this.metrics.gauge('engine_paused', 'Whether calls wait for this provider, 0 or 1.', ['engine'], async (gauge) => {
      for (const engine of engines) gauge.set({ engine }, (await this.stateOf(engine))?.since ? 1 : 0);
    });
    this.metrics.gauge(
      'engine_paused_seconds',
      'How long calls have been waiting for this provider.',
      ['engine'],
      async (gauge) => {
        for (const engine of engines) gauge.set({ engine }, ((await this.stateOf(engine))?.pausedForMs ?? 0) / 1000);
      },
    );
    this.readiness.add(
      'engine',
      async () => {
        const notes = (await this.paused()).map(({ engine, reason, since }) => {
          const task = this.choices.engines.get(engine) ?? 'transcription';
          const what = troubleSentence(task, reason ?? 'failing').slice(0, -1);
          const named = engine === task ? what : `${what} (${engine})`;
          return `${named}; calls have been waiting since ${since?.toISOString()}.`;
        });
        if (notes.length > 0) throw new CheckNote(notes.join(' '));
      },
      { required: false },
    );
    if (engines.some((engine) => !ENGINE_TASKS.some((task) => task === engine))) await this.store.add(engines);
  }

  /** Number of further calls that may be claimed: all, none during a pause, and one when a probe is due. */
  async allowance(): Promise<number> {
    await this.heardOfTrouble();
    // Beside other engines, the claims themselves pass over the calls of one that is paused.
    const engine = this.choices.only('transcription');
    // A call that only waits for its analysis is handed back before anything is spent on it.
    const state = engine === null ? null : await this.stateOf(engine);
    if (engine === null || !state?.since) return Number.POSITIVE_INFINITY;
    if (state.remainingMs > 0 || this.probes.get(engine)) return 0;
    if (!(await this.store.takeProbe(engine, this.holder))) return 0;
    this.probes.set(engine, null);
    return 1;
  }

  /**
   * Runs work whose requests are checked by this breaker. Evaluations of stored calls do not use the probe slot that {@link
   * allowance} has taken.
   */
  async during<Result>(caller: ProviderCaller, work: () => Promise<Result>): Promise<Result> {
    const { analysisId, purpose } = caller;
    if (purpose === 'analysis') {
      // Set before any await: the next call must not become the probe as well.
      for (const [engine, prober] of this.probes) if (prober === null) this.probes.set(engine, analysisId);
    }
    try {
      // The run itself must meet the error: only then is it handed back, and tried again.
      const engines = await this.choices.of(caller).catch((error: unknown) => new EnginesUnknown(error));
      return await this.calls.caller.run(engines === null ? caller : { ...caller, engines }, work);
    } finally {
      for (const engine of this.probes.keys()) this.endProbe(engine, analysisId);
    }
  }

  /**
   * Called before work is done for a request that follows it.
   * @throws ProviderError where the engine of the current run is paused, and the run is not its probe
   */
  async admitRun(task: EngineTask): Promise<void> {
    const caller = this.calls.caller.getStore();
    // Where the engines are not known, the request says why.
    if (caller === undefined || caller.engines instanceof EnginesUnknown) return;
    const chosen = caller.engines?.[task];
    const ownKeyOf = chosen && chosen.apiKey !== null ? caller.accountId : null;
    await this.admit(task, caller, pauseKeyOf(chosen?.name ?? this.defaultOf(task), ownKeyOf));
  }

  /** Current pauses of the installation's engines, including the last requests of this process. */
  async paused(): Promise<readonly EngineState[]> {
    await Promise.all(this.notes);
    const states = await Promise.all([...this.choices.engines.keys()].map((engine) => this.stateOf(engine)));
    return states.filter((state): state is EngineState => state !== null && state.since !== null);
  }

  /** Current pauses of the engines by which new calls of this account are worked on. */
  async pausedFor(accountId: string): Promise<ReadonlyMap<EngineTask, EngineState>> {
    const paused = new Map<EngineTask, EngineState>();
    for (const task of ENGINE_TASKS) {
      const state = await this.pauseOf(await this.keyFor(task, accountId));
      if (state !== null) paused.set(task, state);
    }
    return paused;
  }

  /** State of an engine, or of an account's own key for it, including the last requests of this process; null: not paused. */
  async pauseOf(pauseKey: string): Promise<EngineState | null> {
    await Promise.all(this.notes);
    const state = await this.stateOf(pauseKey);
    return state?.since ? state : null;
  }

  /** The engine that does this task where nothing else is chosen. */
  defaultOf(task: EngineTask): string {
    return this.choices.defaultOf(task);
  }

  /** Key of the pause for work of this account that is about no single call. */
  async keyFor(task: EngineTask, accountId: string): Promise<string> {
    const chosen = (await this.choices.ofAccount(accountId))?.[task];
    if (chosen === undefined) return this.defaultOf(task);
    return pauseKeyOf(chosen.name, chosen.apiKey === null ? null : accountId);
  }

  /** Null for an engine that this installation has no more. */
  taskOf(engine: string): EngineTask | null {
    return this.choices.engines.get(engine) ?? null;
  }

  /** Whether another engine may do this task: then a pause of the default does not concern all work. */
  hasOthers(task: EngineTask): boolean {
    return this.choices.only(task) === null;
  }

  /** Time for which work waits for this engine. */
  patienceMs(pauseKey: string): number {
    return this.choices.patienceMs(pauseKey);
  }

  /** Time until a failing engine may be used again. Null: it may be used now, or probed. */
  async waitMs(engine: string): Promise<number | null> {
    await this.heardOfTrouble();
    const state = await this.stateOf(engine);
    return state?.since && state.remainingMs > 0 ? state.remainingMs : null;
  }

  /** Whether this call has waited for an answer for so long that its slot may be given to another account. */
  isStalled({ analysisId }: ProviderCaller): boolean {
    return this.calls.isStalled(analysisId);
  }

  worksForOthers(engine: string, failed: FailedRun): Promise<boolean> {
    return this.store.worksForOthers(engine, failed);
  }

  private async admit(task: string, { analysisId, accountId }: ProviderCaller, pauseKey: string): Promise<void> {
    const engine = ENGINE_TASKS.find((one) => one === task);
    if (engine === undefined) return;
    await this.heardOfTrouble();
    if (pauseKey.endsWith(`@${accountId}`)) this.ownKeys.add(accountId);
    // A new key ends the pause of the one before it, and its calls are due at once: this process may not have read that.
    if (pauseKey.includes('@') && this.known.get(pauseKey)?.since) await this.readAfresh();
    const state = await this.stateOf(pauseKey);
    if (!state?.since || (state.remainingMs === 0 && (await this.mayProbe(pauseKey, analysisId)))) return;
    const reason = state.reason ?? 'failing';
    const refusal = new ProviderError(troubleSentence(engine, reason), {
      retryable: true,
      trouble: { engine, reason, certain: true, sent: false },
    });
    refusal.pauseKey = pauseKey;
    throw refusal;
  }

  /**
   * Resolves when this process has read all failures of its own requests so far. Otherwise a call that starts while a failure is
   * being written would be let through beside the probe, or before the pause.
   */
  private async heardOfTrouble(): Promise<void> {
    while (this.troubles.size > 0) await Promise.all(this.troubles);
  }

  private async mayProbe(engine: string, caller: string): Promise<boolean> {
    const prober = this.probes.get(engine) ?? caller;
    if (prober === caller) {
      this.probes.set(engine, caller);
      if (await this.store.takeProbe(engine, this.holder).catch(() => false)) return true;
      this.probes.delete(engine);
    }
    await this.read();
    return this.known.get(engine)?.since === null;
  }

  private observe({ task, pauseKey: engine = task, outcome, failure, durationMs }: ProviderCall): void {
    const store = this.calls.caller.getStore();
    if (store === undefined || !ENGINE_TASKS.some((one) => one === task)) return;
    const { analysisId: caller, accountId } = store;
    const error = failure instanceof ProviderError ? failure : null;
    if (error !== null) error.pauseKey = engine;
    const ownKeyOf = engine.endsWith(`@${accountId}`) ? accountId : null;
    if (error?.trouble)
      this.note(this.recordTrouble({ engine, ownKeyOf }, error.trouble, caller, error.retryAfterMs), this.troubles);
    else if (outcome !== 'done') this.endProbe(engine, caller);
    else if (this.mustRecordSuccess(engine)) this.note(this.store.recordSuccess(engine, caller, durationMs));
  }

  /** Records a working engine about once a second, however many requests there are. */
  private mustRecordSuccess(engine: string): boolean {
    const state = this.known.get(engine);
    const now = performance.now();
    const isCalm = state !== undefined && state.since === null && !state.isSuspect;
    if (isCalm && now - (this.notedAtMs.get(engine) ?? Number.NEGATIVE_INFINITY) < MAX_AGE_MS) return false;
    this.notedAtMs.set(engine, now);
    return true;
  }

  private async recordTrouble(
    { engine, ownKeyOf }: { readonly engine: string; readonly ownKeyOf: string | null },
    trouble: EngineTrouble,
    caller: string,
    askedMs: number | null,
  ): Promise<void> {
    const { reason, certain } = trouble;
    this.probes.delete(engine);
    try {
      if (ownKeyOf !== null) await this.store.add([engine.slice(0, engine.indexOf('@'))], ownKeyOf);
      await this.store.recordTrouble(engine, trouble, caller, askedMs);
    } catch (error) {
      if (certain) this.learn({ ...calm(engine), reason, since: new Date(), remainingMs: OWN_PAUSE_MS });
      throw error;
    }
  }

  /** Frees the probe slot for another call. Does nothing unless this call is the probe. */
  private endProbe(engine: string, caller: string): void {
    if (this.probes.get(engine) !== caller) return;
    this.probes.delete(engine);
    this.note(this.store.releaseProbe(engine, this.holder));
  }

  /** Tracks the write until it is done. If it fails, Postgres is down, and the next outcome is written. */
  private note(write: Promise<unknown>, kind = this.notes): void {
    const noted: Promise<void> = write
      .then(() => this.readAfresh())
      .catch(() => undefined)
      .finally(() => {
        this.notes.delete(noted);
        kind.delete(noted);
      });
    this.notes.add(noted);
    kind.add(noted);
  }

  private async stateOf(engine: string): Promise<EngineState | null> {
    const before = this.known.get(engine);
    if (before === undefined || performance.now() - before.readAtMs > MAX_AGE_MS) await this.read();
    const state = this.known.get(engine);
    if (!state) {
      // An own key without a row has never been in trouble.
      if (this.reached) this.known.set(engine, { ...calm(engine), readAtMs: performance.now() });
      return null;
    }
    const passedMs = performance.now() - state.readAtMs;
    return {
      ...state,
      pausedForMs: state.since === null ? 0 : state.pausedForMs + passedMs,
      remainingMs: Math.max(0, state.remainingMs - passedMs),
    };
  }

  /** A read that began before may not include what was written since. */
  private async readAfresh(): Promise<void> {
    await this.reading;
    await this.read();
  }

  /** Never throws: without Postgres, the known state stays in use. */
  private async read(): Promise<void> {
    this.reading ??= this.store
      .read([...this.ownKeys])
      .then((states) => {
        for (const state of states) this.learn(state);
        // A new key has ended the pause of the one before it.
        const gone = new Set([...this.known.keys()].filter((key) => key.includes('@')));
        for (const { engine } of states) gone.delete(engine);
        for (const key of gone) this.learn(calm(key));
        this.reached = true;
      })
      .catch(() => undefined)
      .finally(() => {
        this.reading = null;
      });
    await this.reading;
  }

  private learn(state: EngineState): void {
    const { engine, reason, since } = state;
    const before = this.known.get(engine)?.since ?? null;
    if (since !== null && before === null)
      this.logger.warn({ engine, reason }, 'A provider is in trouble; calls wait for it');
    if (since === null && before !== null) this.logger.log({ engine }, 'The provider answers again; calls go on');
    this.known.set(engine, { ...state, readAtMs: performance.now() });
  }
}

function calm(engine: string): EngineState {
  return { engine, reason: null, since: null, pausedForMs: 0, remainingMs: 0, isSuspect: false };
}
