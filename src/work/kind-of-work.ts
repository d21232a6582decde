// Interface between this folder and one kind of work, such as calls. docs/extending.md shows how to add one.
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

/** Functions and signals for the steps of a run. */
export interface Run {
  /** Aborted when the claim is or may be lost, and when the process shuts down. */
  readonly signal: AbortSignal;
  /**
   * Called between two pieces of work. Does nothing until the run has made progress. @throws GaveWay where the work must be
   * handed back
   */
  readonly giveWay: () => Promise<void>;
  /** Check for long work without pieces. */
  readonly givesWay: GivesWay;
}

/** Questions that a lane may ask about this process and its engines before it claims the next row. */
export interface LaneView {
  /** Slots of the lane in this process. */
  readonly slots: number;
  /** @param statement made by `nextDue` */
  readonly find: (statement: PreparedStatement, turn: Turn) => Promise<DueWork | null>;
  /** Work that needs a paused engine could only wait. Once the pause has passed, the first request is its probe. */
  readonly isPaused: (engine: EngineTask) => Promise<boolean>;
  /**
   * Where several engines may do a task: whether work of the paused ones is passed over, and that of the default too. `nothing`:
   * one engine does it, and `isPaused` tells of it.
   */
  readonly passesOver: (task: EngineTask) => Promise<'nothing' | 'paused' | 'default'>;
  /** The account that holds all slots of another lane in this process, if there is one. */
  readonly filledBy: (lane: string) => readonly string[];
}

/** Slots in each worker for the work of the lane, and the queue whose jobs wake them. */
export interface WorkLane<T extends Claimed> {
  readonly name: string;
  readonly queue: WorkQueue;
  readonly limits: (settings: Config['worker']) => PoolLimits;
  /** Abilities that this worker must have to take more. Default: all. */
  readonly needs?: WorkerNeeds;
  /** Takes no more than the pauses of engines allow: one as a probe, where one may be in trouble. */
  readonly isPaced?: boolean;
  /** Finds the due work with the next turn; null when none is due. `atWork`: work that keeps its slot. */
  readonly next: (turn: Turn, view: LaneView, atWork: readonly T[]) => Promise<DueWork | null>;
  /** Called for work that has been due for long while slots were free: no worker claims it, and a person must check why. */
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
  /** Client's sentence when an error has none for clients. */
  readonly notProcessed: string;
  /** Ids for log lines. */
  readonly logged: (work: T) => Readonly<Record<string, string>>;
  /** Counted for operators by the worker. Without it the kind counts by itself. */
  readonly counts?: WorkCounts<T>;
  /** Told of what is put back to be worked on again. */
  readonly handedBack?: (reason: HandBackReason) => void;
  /** Name of the trace span of a run. */
  readonly span: string;
  /** Account whose work asks engines. Without it no engine is asked. */
  readonly caller?: (work: T) => ProviderCaller;
  /** The engines that it asks: it fails when one of them has been in trouble for as long as work waits. Default: none. */
  readonly engines?: readonly EngineTask[];
  /** Whether this run asks an engine, where the kind does. Default: yes. */
  readonly asksEngines?: (work: T) => boolean;
  /** The engine for whose first request this process works beforehand: while it is paused, nothing is decoded in vain. */
  readonly asksFirst?: (work: T) => EngineTask | null;
  /** Whether a failure of this run may be the fault of this worker: its disk, its decoder. Default: yes. */
  readonly needsWorker?: (work: T) => boolean;
  /** Called after the end of a run is recorded. Never rejects. */
  readonly afterRun?: (work: T, gaveWay: boolean) => Promise<void>;
  /** Deletes leftovers of killed workers, at an interval. */
  readonly clearUp?: () => Promise<void>;
}
