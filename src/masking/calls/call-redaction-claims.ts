// Only writer of the status of a masking in progress.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { noteRendition } from '../../calls/redaction/masked-call.js';
import type { RedactionLimit } from '../../calls/results/redaction.response.js';
import type { AnalystAnswer } from '../../judging/reviews/corrections/correcting/correcting-task.js';
import { Config } from '../../platform/config/config.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { storable } from '../../platform/database/storable.js';
import type { RedactedSpan, WantedRedaction } from '../../ports/redaction.js';
import type { SpeechSpan } from '../../ports/transcript.js';
import type { Claimed, WorkFailure } from '../../work/claim.js';
import { claimStatements, HEADWAY, HELD } from '../../work/claim-statements.js';
import { RowClaims } from '../../work/row-claims.js';

/** Completeness of the search of the words. */
export interface Searched {
  readonly limits: readonly RedactionLimit[];
  /** False where a place could not be found exactly, so that whole segments are masked. */
  readonly isExact: boolean;
}

/** Outcome of masking the sound. */
export interface MaskedSound {
  /** `original`: nothing in it is to be masked. */
  readonly audio: 'original' | 'redacted' | 'withheld';
  readonly rendition: { readonly key: string; readonly format: string; readonly sizeBytes: number } | null;
  /** Outline of the masked recording, as JSON; null where there is no masked recording. */
  readonly envelopes: string | null;
  /** Pressed keys. */
  readonly keys: readonly RedactedSpan[];
  readonly pauses: readonly SpeechSpan[];
}

/** Version of the transcript, which a correction may replace meanwhile. */
export interface KeptAnswer {
  readonly version: number;
  /** Number of times that it was masked by then. */
  readonly maskings: number;
  readonly answer: AnalystAnswer;
}

/** The row at the moment of the claim. */
export interface ClaimedCallRedaction extends Claimed {
  readonly analysisId: string;
  readonly createdAt: Date;
  readonly wanted: WantedRedaction;
  readonly isScenario: boolean;
  /** Job that requested it; null for a client's own request. */
  readonly redactionId: string | null;
  readonly isTextMasked: boolean;
  // Checkpoints of an earlier run; null before they are reached.
  readonly searched: Searched | null;
  readonly sound: MaskedSound | null;
  readonly answer: KeptAnswer | null;
}

@Injectable()
export class CallRedactionClaims extends RowClaims<ClaimedCallRedaction> {
  constructor(dataSource: DataSource, { worker }: Config) {
    super(dataSource, worker.leaseMs, STATEMENTS);
  }

  /**
   * Records the search in the transaction that masks what was found. An answer about the words before is forgotten. @throws
   * ClaimLost
   */
  async recordSearched(
    tx: EntityManager,
    redaction: ClaimedCallRedaction,
    searched: Searched,
    isTextMasked: boolean,
  ): Promise<void> {
    await this.writeHeadway(tx, redaction, SEARCHED, [JSON.stringify(searched), isTextMasked]);
  }

  /**
   * Records the key of a recording before it is stored, so that the recording has an owner however this run ends. @throws
   * ClaimLost
   */
  async recordRenditionKey(redaction: ClaimedCallRedaction, key: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await noteRendition(tx, redaction.analysisId, key);
      await this.write(tx, redaction, LOCK, []);
    });
  }

  /** @throws ClaimLost */
  async recordSound(sql: EntityManager | null, redaction: ClaimedCallRedaction, sound: MaskedSound): Promise<void> {
    await this.writeHeadway(sql ?? this.dataSource, redaction, SOUND, [JSON.stringify(sound)]);
  }

  /** @throws ClaimLost */
  async recordAnswer(redaction: ClaimedCallRedaction, answer: KeptAnswer): Promise<void> {
    await this.writeHeadway(this.dataSource, redaction, ANSWER, [storable(JSON.stringify(answer))]);
  }

  /** Call it after the analysis is locked. @throws ClaimLost */
  async complete(tx: EntityManager, redaction: ClaimedCallRedaction): Promise<void> {
    await this.write(tx, redaction, COMPLETE, []);
  }

  /** Call it after the analysis is locked. @throws ClaimLost */
  async fail(tx: EntityManager, redaction: ClaimedCallRedaction, { code, sentence }: WorkFailure): Promise<void> {
    await this.write(tx, redaction, FAIL, [sentence, code]);
  }

  /** Those of the ids and fences that a worker holds. */
  async findHeld(ids: readonly string[]): Promise<{ id: string; fence: number }[]> {
    return queryPrepared(this.dataSource, HELD_NOW, [ids]);
  }
}

const STATEMENTS = claimStatements<ClaimedCallRedaction>({
  table: 'call_redaction',
  noun: 'call-redaction',
  columns: {
    analysisId: 'analysis_id',
    createdAt: 'created_at',
    // The driver reads JSON of this type.
    wanted: 'wanted::json',
    isScenario: 'is_scenario',
    redactionId: 'redaction_id',
    isTextMasked: 'is_text_masked',
    searched: 'searched::json',
    sound: 'sound::json',
    answer: 'answer::json',
  },
  waitingSince: 'created_at',
  asksEngines: 'NOT is_scenario',
});

const held = (name: string, set: string): PreparedStatement => ({
  name,
  text: `UPDATE call_redaction SET ${set} WHERE ${HELD} RETURNING id`,
});
const SEARCHED = held(
  'record-searched',
  `searched = $3, is_text_masked = is_text_masked OR $4, answer = NULL, ${HEADWAY}`,
);
const SOUND = held('record-masked-sound', `sound = $3, ${HEADWAY}`);
const ANSWER = held('record-answer-about-masked', `answer = $3, ${HEADWAY}`);
const LOCK: PreparedStatement = {
  name: 'lock-call-redaction',
  text: `SELECT id FROM call_redaction WHERE ${HELD} FOR UPDATE`,
};
const HELD_NOW: PreparedStatement = {
  name: 'call-redactions-held',
  text: `SELECT id, fence FROM call_redaction
         WHERE id = ANY($1::uuid[]) AND status = 'processing' AND lease_until > now()`,
};
const SETTLED = 'settled_at = now(), lease_until = NULL, searched = NULL, sound = NULL, answer = NULL';
const COMPLETE = held('complete-call-redaction', `status = 'completed', ${SETTLED}`);
const FAIL = held('fail-call-redaction', `status = 'failed', error_message = $3, error_code = $4, ${SETTLED}`);
