// Reads on a streaming replica of the primary while it is fit for that. It is looked at once a second while there is something to
// read.
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { withinTime } from '../concurrency/within-time.js';
import { isServiceUnavailable } from '../errors/service-unavailable.js';
import { dataSourceOptions } from './data-source.js';
import { type Fallback, ReadReplica, type ReplicaWork } from './read-replica.js';
import { STATEMENT_TIMEOUT_MS } from './session-options.js';
import { silentConnectionTimeout } from './silent-connection-timeout.js';
import { queryRow } from './sql.js';

export interface ReplicaLimits {
  /** A replica that is further behind reads nothing. */
  readonly maxLagMs: number;
  /** Time between two looks at a replica that can be reached. */
  readonly lookMs: number;
  /** Time before a replica that is away is tried again. */
  readonly pauseMs: number;
}

const LIMITS: ReplicaLimits = { maxLagMs: 30_000, lookMs: 1_000, pauseMs: 5_000 };
const LOOK_TIMEOUT_MS = 1_000;
const FIRST_LOOK_TIMEOUT_MS = 5_000;
const POLL_MS = 5;

export const NO_REPLICA =
  'DATABASE_READ_URL: is another server or database than DATABASE_URL; set it to a streaming replica of that server';

interface Primary {
  /** Position in the write-ahead log, behind all that was committed at `at`. */
  readonly lsn: string;
  readonly at: Date;
  readonly identity: string;
}

interface Seen {
  readonly identity: string;
  readonly isReplica: boolean;
  readonly isCaughtUp: boolean;
  /** Whether it has replayed what was there when this process started: the migrations of its release. */
  readonly hasSchema: boolean;
  /** Commit of the last transaction that it has replayed, by the primary's clock. */
  readonly lastCommit: Date | null;
}

type State =
  | { readonly fit: true; readonly asOf: Date }
  | { readonly fit: false; readonly reason: Fallback; readonly why: string; readonly error?: string };

const NOT_SEEN: State = { fit: false, reason: 'away', why: 'it was not asked yet' };
const unreachable = (error: unknown): State => ({
  fit: false,
  reason: 'away',
  why: 'it cannot be reached',
  error: error instanceof Error ? error.message : String(error),
});

export class StreamingReplica extends ReadReplica implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(StreamingReplica.name);
  private readonly limits: ReplicaLimits;
  private opened: Promise<DataSource> | null = null;
  private state: State = NOT_SEEN;
  private looking: Promise<void> | null = null;
  private lookedAt = 0;
  /** Position of the primary when this process started. */
  private firstLsn = '0/0';
  /** Last moment that the replica had at an earlier look; it has that still. */
  private asOf: Date | null = null;
  private lag: number | null = null;
  private logged = '';
  private onReading: (answeredBy: 'replica' | Fallback) => void = () => undefined;

  constructor(
    private readonly primary: DataSource,
    private readonly url: string,
    private readonly poolSize: number,
    limits: Partial<ReplicaLimits> = {},
  ) {
    super();
    this.limits = { ...LIMITS, ...limits };
  }

  /** @throws Error with a sentence for the operator where the URL names another database */
  async onModuleInit(): Promise<void> {
    this.firstLsn = (await this.askPrimary()).lsn;
    await this.lookOnce(FIRST_LOOK_TIMEOUT_MS);
    if (!this.state.fit && this.state.why === NO_REPLICA) throw new Error(NO_REPLICA);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.looking;
    const opened = await this.opened?.catch(() => null);
    if (opened?.isInitialized) await opened.destroy();
  }

  /** @param onReading is told of each reading that the replica could answer, and of the reason where the primary answers it */
  listen(onReading: (answeredBy: 'replica' | Fallback) => void): void {
    this.onReading = onReading;
  }

  /** Seconds that the replica is behind the primary; null where it cannot be reached. */
  async lagSeconds(): Promise<number | null> {
    await this.currentState();
    return this.lag;
  }

  override async read<T>(work: ReplicaWork<T>): Promise<T | null> {
    const state = await this.currentState();
    return state.fit ? this.attempt((replica) => work(replica, state.asOf)) : this.fallBack(state.reason);
  }

  override async readPresent<T>(patienceMs: number, work: ReplicaWork<T>): Promise<T | null> {
    const state = await this.currentState();
    if (!state.fit) return this.fallBack(state.reason);
    const { lsn, at } = await this.askPrimary();
    return this.attempt(async (replica) => {
      const reached = await withinTime(() => reach(replica, lsn, patienceMs), patienceMs + LOOK_TIMEOUT_MS).catch(
        (cause: unknown) => {
          throw new Unreached({ cause });
        },
      );
      return reached ? work(replica, at) : this.fallBack('behind');
    });
  }

  private async attempt<T>(work: (replica: DataSource) => Promise<T | null>): Promise<T | null> {
    try {
      const result = await work(await this.source());
      if (result !== null) this.onReading('replica');
      return result;
    } catch (error) {
      if (isConflict(error)) return this.fallBack('conflict');
      if (!isAway(error)) throw error;
      // The error may be the primary's: a look tells. Until then no further reading begins here.
      if (this.state.fit) this.state = unreachable(error);
      void this.look();
      return this.fallBack('away');
    }
  }

  private fallBack(reason: Fallback): null {
    this.onReading(reason);
    return null;
  }

  /** A replica that was not fit keeps no one waiting: it is looked at in the background. */
  private async currentState(): Promise<State> {
    const isAway = !this.state.fit && this.state.reason === 'away';
    const { pauseMs, lookMs } = this.limits;
    if (performance.now() - this.lookedAt >= (isAway ? pauseMs : lookMs)) {
      const look = this.look();
      if (this.state.fit) await look;
    }
    return this.state;
  }

  private look(): Promise<void> {
    this.looking ??= this.lookOnce(LOOK_TIMEOUT_MS).finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  private async lookOnce(timeoutMs: number): Promise<void> {
    const primary = await this.askPrimary().catch(() => null);
    if (primary !== null) this.change(await this.seenBeside(primary, timeoutMs));
    this.lookedAt = performance.now();
  }

  private async seenBeside(primary: Primary, timeoutMs: number): Promise<State> {
    let seen: Seen;
    try {
      seen = await withinTime(async () => this.askReplica(await this.source(), primary.lsn), timeoutMs);
    } catch (error) {
      // Another server may stand at its address when it is back.
      [this.asOf, this.lag] = [null, null];
      return unreachable(error);
    }
    if (seen.identity !== primary.identity) return { fit: false, reason: 'away', why: NO_REPLICA };
    if (!seen.isReplica) return { fit: false, reason: 'away', why: 'the server of DATABASE_READ_URL is no replica' };
    const asOf = Math.max(
      seen.isCaughtUp ? primary.at.getTime() : 0,
      seen.lastCommit?.getTime() ?? 0,
      this.asOf?.getTime() ?? 0,
    );
    this.asOf = new Date(asOf);
    const lagMs = Math.max(0, primary.at.getTime() - asOf);
    this.lag = lagMs / 1000;
    if (!seen.hasSchema) return { fit: false, reason: 'behind', why: 'it has not replayed the migrations yet' };
    if (lagMs > this.limits.maxLagMs) return { fit: false, reason: 'behind', why: 'it lags too far behind' };
    return { fit: true, asOf: this.asOf };
  }

  private change(state: State): void {
    this.state = state;
    const line = state.fit ? 'fit' : state.why;
    if (line === this.logged) return;
    this.logged = line;
    if (state.fit) this.logger.log('The replica of Postgres is used for reading');
    else
      this.logger.warn(
        { reason: state.why, error: state.error, lagSeconds: this.lag },
        'The replica of Postgres is not used; the primary answers',
      );
  }
  private async askPrimary(): Promise<Primary> {
    const found = await queryRow<Primary>(
      this.primary,
      `SELECT ${COMMITTED}::text AS lsn, clock_timestamp() AS at, ${IDENTITY}`,
    );
    if (!found) throw new Error('The statement always gives a row');
    return found;
  }

  private async askReplica(replica: DataSource, lsn: string): Promise<Seen> {
    const found = await queryRow<Seen>(replica, SEEN, [lsn, this.firstLsn]);
    if (!found) throw new Error('The statement always gives a row');
    return found;
  }

  private source(): Promise<DataSource> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  private open(): Promise<DataSource> {
    const options = dataSourceOptions(this.url, this.poolSize);
    return new DataSource({
      ...options,
      extra: { ...options.extra, ...silentConnectionTimeout(this.url, STATEMENT_TIMEOUT_MS) },
      migrations: [],
    }).initialize();
  }
}

/** The replica did not tell in time how far it is. */
class Unreached extends Error {
  override readonly name = 'Unreached';
  constructor(options: ErrorOptions) {
    super('the replica did not tell how far it is', options);
  }
}

async function reach(replica: DataSource, lsn: string, patienceMs: number): Promise<boolean> {
  const until = performance.now() + patienceMs;
  for (;;) {
    if ((await queryRow<{ reached: boolean }>(replica, REACHED, [lsn]))?.reached) return true;
    if (performance.now() >= until) return false;
    await sleep(POLL_MS);
  }
}

/** Postgres cancels readings of a replica that keep it from replaying, with codes of its own. */
const CONFLICT_CODES: ReadonlySet<unknown> = new Set(['40001', '40P01']);
/** Time-outs of statements and of locks would come on the primary too. */
const TIMEOUT_CODES: ReadonlySet<unknown> = new Set(['57014', '55P03', '25P03']);

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return null;
  if ('driverError' in error && error.driverError !== error) return codeOf(error.driverError);
  return 'code' in error ? error.code : null;
}
const isConflict = (error: unknown) => CONFLICT_CODES.has(codeOf(error));
const isAway = (error: unknown) =>
  error instanceof Unreached || (isServiceUnavailable(error) && !TIMEOUT_CODES.has(codeOf(error)));

/** Replicas share the number of their server, and the numbers of its databases. */
const IDENTITY = `(SELECT system_identifier FROM pg_control_system()) || '/' ||
  (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity`;
/** A commit is in the log of the disk before others see it, unless the server is told not to wait for the disk. */
const COMMITTED = `CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
  ELSE pg_current_wal_flush_lsn() END`;
const REPLAYED = 'coalesce(pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn, false)';
const SEEN = `SELECT ${IDENTITY}, pg_is_in_recovery() AS "isReplica", ${REPLAYED} AS "isCaughtUp",
  coalesce(pg_last_wal_replay_lsn() >= $2::pg_lsn, false) AS "hasSchema", pg_last_xact_replay_timestamp() AS "lastCommit"`;
const REACHED = `SELECT ${REPLAYED} AS reached`;
