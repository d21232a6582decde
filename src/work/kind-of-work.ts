// What the machinery of this folder needs to know of one kind of work, such as calls. docs/extending.md shows how to add one.
import type { Config } from '../platform/config/config.js';
import type { PreparedStatement } from '../platform/database/prepared.js';
import type { ProviderCaller } from '../platform/operations/provider-calls.js';
import type { WorkQueue } from '../platform/queue/queue-names.js';
import type { EngineTask } from '../ports/engine-trouble.js';
import type { Claimed, HandBackReason, WorkFailure } from './claim.js';
import type { DueWork, Turn } from './due-work.js';
import type { RowClaims } from './row-claims.js';
import type { GivesWay, PoolLimits } from './slot-pool.js';
import type { WorkCounts } from './work-metrics.js';
import type { WorkerNeeds } from './worker-health.js';

/** What the steps of a run receive. */
export interface Run {
  /** Aborted when the claim is or may be lost, and when the process shuts down. */
  readonly signal: AbortSignal;
  /**
   * Called between two pieces of work. Does nothing before the run has got further. @throws GaveWay where the work must be handed
   * back
   */
  readonly giveWay: () => Promise<void>;
  /** For work that is long and has no pieces. */
  readonly givesWay: GivesWay;
}

/** What a lane may ask about this process and about engines as it looks for what is next. */
export interface LaneView {
  /** Slots of the lane in this process. */
  readonly slots: number;
  /** @param statement made by `nextDue` */
  readonly find: (statement: PreparedStatement, turn: Turn) => Promise<DueWork | null>;
  /** What asks an engine that is paused could only wait. Once the pause has passed, the first request is its probe. */
  readonly isPaused: (engine: EngineTask) => Promise<boolean>;
  /** The account that holds all slots of another lane in this process, if there is one. */
  readonly filledBy: (lane: string) => readonly string[];
}

/** Slots in each worker for what the lane finds, and the queue whose jobs wake them. */
export interface WorkLane<T extends Claimed> {
  readonly name: string;
  readonly queue: WorkQueue;
  readonly limits: (settings: Config['worker']) => PoolLimits;
  /** What this worker must be able to do to take more. Without it: all. */
  readonly needs?: WorkerNeeds;
  /** Takes no more than the pauses of engines allow: one as a probe, where one may be in trouble. */
  readonly isPaced?: boolean;
  /** What is due and has the next turn; null when nothing is. `atWork` is what keeps its slot. */
  readonly next: (turn: Turn, view: LaneView, atWork: readonly T[]) => Promise<DueWork | null>;
  /** Told of what has been due for long beside a free slot: it is not taken up at all, and a person must look. */
  readonly onNotTakenUp?: (due: DueWork) => void;
}

/** Limits of a lane in which each account has at most half of the slots while others wait. */
export const halfAnAccount = (slots: number) => ({ slots, account: Math.max(1, Math.floor(slots / 2)) });

export interface KindOfWork<T extends Claimed> {
  readonly lanes: readonly WorkLane<T>[];
  readonly claims: RowClaims<T>;
  /** The steps. Each one skips what its checkpoint shows as done. */
  readonly run: (work: T, run: Run) => Promise<void>;
  /** Writes the final state of failed work. */
  readonly fail: (work: T, failure: WorkFailure) => Promise<void>;
  /** The client's sentence when an error has none that is meant for clients. */
  readonly notProcessed: string;
  /** The ids that log lines name. */
  readonly logged: (work: T) => Readonly<Record<string, string>>;
  /** Counted for operators by the worker. Without it the kind counts by itself. */
  readonly counts?: WorkCounts<T>;
  /** Told of what is put back to be worked on again. */
  readonly handedBack?: (reason: HandBackReason) => void;
  /** Name of the trace span of a run. */
  readonly span: string;
  /** For whom engines are asked. Without it, none is. */
  readonly caller?: (work: T) => ProviderCaller;
  /** The engines that it asks: it fails when one of them has been in trouble for as long as work waits. Default: none. */
  readonly engines?: readonly EngineTask[];
  /** Whether this run asks an engine, where the kind does. Default: yes. */
  readonly asksEngines?: (work: T) => boolean;
  /** Whether a failure of this run may be the fault of this worker: its disk, its decoder. Default: yes. */
  readonly needsWorker?: (work: T) => boolean;
  /** After the end of a run is recorded. Never rejects. */
  readonly afterRun?: (work: T, gaveWay: boolean) => Promise<void>;
  /** Clears up what killed workers have left, at an interval. */
  readonly clearUp?: () => Promise<void>;
}
