// Step 0: a call is accepted when its row and its reservation of minutes are committed. Workers and the client learn of it
// after the commit.

import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MinutesLedger } from '../../billing/usage/minutes-ledger.js';
import { ScenarioLimit } from '../../billing/usage/scenario-limit.js';
import { LANE_QUEUES, type Lane } from '../../calls/claims/due-calls.js';
import { insertAnalysis, type NewAnalysis } from '../../calls/insert-analysis.js';
import { Config } from '../../platform/config/config.js';
import { queryPrepared } from '../../platform/database/prepared.js';
import { badRequest } from '../../platform/errors/api-error.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
import { inSpan, TRACED_ANALYSIS } from '../../platform/operations/tracing.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import type { ReceivedRecording } from '../../recordings/receiving/recording-intake.js';
import { audioTooLong, isAudioTooLong } from '../../recordings/receiving/recording-limits.js';
import type { AccountRedaction } from '../../redaction/settings/account-redaction.js';
import { findSettings } from '../../redaction/settings/redaction-settings.js';
import {
  type AskedRedaction,
  leftOut,
  redactionRequired,
  resolveRedaction,
} from '../../redaction/settings/resolve-redaction.js';
import { PublishedScorecards, refuseTestScorecard } from '../../scorecards/cards/published-scorecards.js';
import { Doorbells } from '../../work/doorbells.js';
import { RefuseScenario } from './refuse-scenario.js';
import type { AskedSubmission } from './submission-fields.js';

/** Whose call it is. Of a request, its caller. */
export type Submitter = Pick<Caller, 'accountId' | 'livemode' | 'confirm'>;

/** A call to accept, with the request that submits it. */
export interface NewCall extends Omit<NewAnalysis, 'submission'> {
  readonly caller: Submitter;
  readonly submission: AskedSubmission;
  readonly recording: ReceivedRecording | null;
  /** Recorded in the same transaction, so that one Idempotency-Key never makes two calls. Null without a key. */
  readonly idempotent: IdempotentRequest | null;
  /** Writes in the same transaction what became of the line, the object or the upload that the call is made of. */
  readonly acceptedWith?: (tx: EntityManager) => Promise<void>;
}

/** Another call has the name that was submitted. Nothing was accepted. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';
  constructor(readonly analysisId: string) {
    super(`The analysis ${analysisId} has this name`);
  }
}

/**
 * Postgres did not answer the commit: the call may be accepted already, may be accepted later, or never. Reading the row
 * cannot settle it, since a missing row may still be committed.
 */
export class AcceptanceUnknown extends Error {
  override readonly name = 'AcceptanceUnknown';
  constructor(cause: unknown) {
    super('Whether the call was accepted is not known', { cause });
  }
}

@Injectable()
export class AcceptCall {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: MinutesLedger,
    private readonly doorbells: Doorbells,
    private readonly config: Config,
    private readonly refuseScenario: RefuseScenario,
    private readonly scorecards: PublishedScorecards,
    private readonly scenarios: ScenarioLimit,
  ) {}

  /**
   * Call it as soon as the scorecards of a call are known.
   * @throws ApiError 404 for an unknown one; 400 for one that is archived, has no published revision, or is of test mode
   *   while the call is live
   */
  async checkScorecards(caller: Submitter, scorecards: readonly string[]): Promise<void> {
    for (const id of scorecards)
      refuseTestScorecard(await this.scorecards.find(this.dataSource, caller.accountId, id, null), caller);
  }

  /** The analysis that has this name in the mode of the submission; null where none has. */
  async findNamed({ accountId, livemode }: Submitter, externalId: string | null): Promise<string | null> {
    if (externalId === null) return null;
    const [named] = await queryPrepared<{ id: string }>(this.dataSource, NAMED, [accountId, externalId, livemode]);
    return named?.id ?? null;
  }

  /**
   * @throws NameTaken; ApiError 400 for a recording whose header says that it is too long, 400 and 404 for scorecards that judge
   *   no call, 400 for a call that is to have less masked than its account requires, 401 when the credential was revoked during
   *   the upload, 402 when no minutes are left; the refusal that a scenario asks for; AcceptanceUnknown. After any other error
   *   the call is not accepted
   */
  async accept(newCall: NewCall): Promise<void> {
    const { id, caller, requestId, recording, submission } = newCall;
    await this.refuseTakenName(newCall);
    await this.refuseScenario.run(caller, submission.scenario);
    await this.checkScorecards(caller, submission.scorecards ?? []);
    const { maxAudioMinutes } = this.config;
    const declaredMs = recording?.declaredMs ?? null;
    if (declaredMs !== null && isAudioTooLong(declaredMs, maxAudioMinutes)) {
      throw badRequest(audioTooLong(maxAudioMinutes));
    }
    const attributes = { [TRACED_ANALYSIS]: id };
    await inSpan('accept call', { kind: 'PRODUCER', attributes }, async () => {
      // The call that had the name may be deleted between the two statements, and another one may take it.
      while (!(await this.commit(newCall))) await this.refuseTakenName(newCall);
    });
    void this.doorbells.ring(LANE_QUEUES[laneOf(newCall)], { analysisId: id, requestId });
  }

  private async refuseTakenName({ caller, submission }: NewCall): Promise<void> {
    const named = await this.findNamed(caller, submission.externalId);
    if (named !== null) throw new NameTaken(named);
  }

  /** @returns false when another call has its name: nothing is written then */
  private async commit(newCall: NewCall): Promise<boolean> {
    const { id, caller, submission, recording, idempotent, acceptedWith } = newCall;
    let isWritten = false;
    const work = async (tx: EntityManager) => {
      // Sent behind the first, without waiting for the response to it.
      const [, settings] = await Promise.all([caller.confirm(tx), findSettings(tx, caller.accountId)]);
      const redact = redactionOf(settings, submission.asked);
      await idempotent?.recordCreated(tx);
      const inserted = insertAnalysis(tx, { ...newCall, submission: { ...submission, redact } });
      const charge = { analysisId: id, accountId: caller.accountId, livemode: caller.livemode };
      const isFree = submission.scenario !== null;
      const reserved = isFree ? null : this.ledger.reserve(tx, charge, recording?.declaredMs ?? null);
      // The lock of the period goes out behind the row, without waiting for the response to it.
      const [written, reservation] = await Promise.allSettled([inserted, reserved]);
      // Nothing can be reserved for a row that was not written: that error is none.
      if (written.status === 'fulfilled' && !written.value) throw new NameJustTaken();
      for (const one of [written, reservation]) if (one.status === 'rejected') throw one.reason;
      if (isFree) await this.scenarios.take(tx, caller.accountId);
      await acceptedWith?.(tx);
      isWritten = true;
    };
    try {
      await this.dataSource.transaction(work);
      return true;
    } catch (error) {
      if (error instanceof NameJustTaken) return false;
      throw isWritten ? new AcceptanceUnknown(error) : error;
    }
  }
}

/** Rolls back the transaction of the second of two calls of one name that are accepted at the same time. */
class NameJustTaken extends Error {
  override readonly name = 'NameJustTaken';
}

const NAMED = {
  name: 'named-call',
  text: 'SELECT id FROM analysis WHERE account_id = $1 AND external_id = $2 AND livemode = $3',
};

/** @throws ApiError 400 */
function redactionOf(settings: AccountRedaction, asked: AskedRedaction | null): WantedRedaction | null {
  const missing = leftOut(settings, asked);
  if (missing !== null) throw redactionRequired(missing);
  return resolveRedaction(settings, asked);
}

function laneOf({ recording, submission }: NewCall): Lane {
  if (submission.scenario !== null) return 'sandbox';
  return recording ? 'work' : 'fetch';
}
