// What the machinery of this folder needs to know of one kind of work, such as calls. docs/extending.md shows how to add one.
import type { Queue } from 'bull';
import type { ProviderCaller } from '../platform/operations/provider-calls.js';
import type { EngineTask } from '../ports/engine-trouble.js';
import type { Claimed, HandBackReason, WorkFailure } from './claim.js';
import type { DueWork, Turn } from './due-work.js';
import type { RowClaims } from './row-claims.js';
import type { GivesWay, PoolLimits } from './slot-pool.js';

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

/** Slots in each worker for what the lane finds, and the queue whose jobs wake them. */
export interface WorkLane<T extends Claimed, Job extends object = object> {
  readonly name: string;
  readonly limits: PoolLimits;
  readonly queue: Queue<Job>;
  /** What is due and has the next turn; null when nothing is. `atWork` is what keeps its slot. */
  readonly next: (turn: Turn, atWork: readonly T[]) => Promise<DueWork | null>;
  /** Asked before each claim: how many further ones this process may take now. */
  readonly allowance: () => Promise<number>;
  /** Rings for the other workers, with the job that found no slot here, unless a job that waits does that already. */
  passOn(job: Job): Promise<void>;
  /** Told of what has been due for long beside a free slot: it is not taken up at all, and a person must look. */
  readonly onNotTakenUp?: (due: DueWork) => void;
}

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
  /** Counts what is put back to be worked on again. */
  readonly handedBack: (reason: HandBackReason) => void;
  /** Name of the trace span of a run. */
  readonly span: string;
  /** For whom engines are asked. Null where none is. */
  readonly caller: (work: T) => ProviderCaller | null;
  /** The engines that it asks: it fails when one of them has been in trouble for as long as work waits. */
  readonly engines: readonly EngineTask[];
  /** Whether this run asks an engine. */
  readonly asksEngines: (work: T) => boolean;
  /** Whether a failure of this run may be the fault of this worker: its disk, its decoder. */
  readonly needsWorker: (work: T) => boolean;
  /** After the end of a run is recorded. Never rejects. */
  readonly afterRun?: (work: T, gaveWay: boolean) => Promise<void>;
  /** Clears up what killed workers have left, at an interval. */
  readonly clearUp?: () => Promise<void>;
}
