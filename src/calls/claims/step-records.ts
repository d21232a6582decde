// Where the steps of the pipeline keep what they have done and what they send: the row of a call, or another row that has the
// same recording heard, or the same transcript judged, once more.
import type { EntityManager } from 'typeorm';
import type { UsedTokens } from '../../ports/call-analyst.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import type { Scenario } from '../../ports/scenario.js';
import type { Claimed } from '../../work/claim.js';
import type { SentStretch } from './sent-stretch.js';

export type Stage = 'queued' | 'fetching' | 'measuring' | 'transcribing' | 'analysing' | 'settling';

export interface Progress {
  readonly stage: Stage;
  /** Progress of the whole call, not of the stage. */
  readonly percent: number;
}

/** A call as the steps know it. */
export interface SteppedCall extends Claimed {
  /** The call itself, whatever row the steps work on. */
  readonly analysisId: string;
  /** Time when the work was accepted, or restarted after a failure. */
  readonly createdAt: Date;
  /** Scenario that replaces a recording. Null outside of the sandbox. */
  readonly scenario: Scenario | null;
  readonly agentChannel: number | null;
  readonly language: string | null;
  /** ISO 639-1. Language in which the language model writes its sentences. Null: the language of the call. */
  readonly outputLanguage: string | null;
  /** Redaction wanted for the call; null where nothing is masked. */
  readonly redact: WantedRedaction | null;
}

export abstract class StepRecords<Call extends SteppedCall = SteppedCall> {
  /** The payloads that this run and earlier runs have recorded for a step, by piece. */
  abstract readCheckpoints<Payload>(call: Call, step: string): Promise<Map<number, Payload>>;

  /**
   * Records the result of a step, or of one piece of it, and the progress. Resets the counts of crashes and provider failures,
   * because the call makes progress.
   * @param sends stretches that are sent right after it: `recordSent` then needs no statement
   * @throws ClaimLost
   */
  abstract recordCheckpoint(
    tx: EntityManager | null,
    call: Call,
    step: string,
    piece: number,
    payload: unknown,
    progress: Progress,
    sends?: readonly SentStretch[],
  ): Promise<void>;

  /**
   * Records a checkpoint like `recordCheckpoint`, with the masked result. The same statement deletes the unmasked checkpoints.
   * @throws ClaimLost
   */
  abstract recordMasked(
    call: Call,
    step: string,
    payload: unknown,
    progress: Progress,
    sends: readonly SentStretch[],
  ): Promise<void>;

  /** Records a row for each request that is about to be sent to a provider that charges for it. @throws ClaimLost */
  abstract recordSent(call: Call, stretches: readonly SentStretch[]): Promise<void>;

  /** Withdraws requests that were not sent after all, or were refused unread. Does nothing where the call is gone. */
  abstract withdrawSent(call: Call, stretches: readonly SentStretch[]): Promise<void>;

  /** Records, without progress, the tokens of an attempt that failed. Each run has one place for them. @throws ClaimLost */
  abstract recordSpent(call: Call, spent: UsedTokens): Promise<void>;

  /** Deletes the checkpoints of all steps but one. @throws ClaimLost */
  abstract discardCheckpoints(call: Call, keptStep: string): Promise<void>;
}
