// Ends the masking of a stored call in one transaction: the public recording, the new results, the request for new evaluations,
// and the notification. If the process is killed, the call is either as accepted, masked and withheld, or in its final state.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type SettledSound, settleSound, writeMasked } from '../../calls/redaction/masked-call.js';
import type { ResultsResponse } from '../../calls/results/analysis-results.response.js';
import type { RedactionResponse } from '../../calls/results/redaction.response.js';
import { writeJudged } from '../../calls/results/verdict-storage.js';
import { RecordingDeletions } from '../../calls/retention/recording-deletions.js';
import { alsoFor, type Doubt, MASKING, NO_DOUBT } from '../../calls/review-tasks/doubt.js';
import { noteDoubt, renewDoubt } from '../../calls/review-tasks/review-tasks.js';
import { Correcting } from '../../judging/reviews/corrections/correcting/correcting.js';
import type { JudgedVersion } from '../../judging/reviews/corrections/correcting/correcting-task.js';
import { markQuotes } from '../../judging/reviews/corrections/mark-quotes.js';
import { RepeatedEvaluations } from '../../judging/reviews/corrections/repeated-evaluations.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { queryRow } from '../../platform/database/sql.js';
import { ObjectStore } from '../../ports/object-store.js';
import { deleteSuperseded, readQuotedAnswers } from '../../scorecards/evaluations/carried-answers.js';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import { ClaimLost, type WorkFailure } from '../../work/claim.js';
import {
  CallRedactionClaims,
  type ClaimedCallRedaction,
  type MaskedSound,
  type Searched,
} from './call-redaction-claims.js';
import { keepProved } from './judging/keep-proved.js';
import { addSpans, countTypes, readMasked, type StoredMasked } from './masked-facts.js';

/** Outcome of the worker's masking of the call. */
export interface MaskedCall {
  readonly searched: Searched;
  /** Null where no recording was to be masked. */
  readonly sound: MaskedSound | null;
  /** Null where the call is not evaluated again: its texts are unchanged, or evaluation was not possible. */
  readonly judged: JudgedVersion | null;
  /** Version of the transcript that was judged. */
  readonly version: number;
  /** Number of times that the call was masked by then. */
  readonly maskings: number;
}

/** The call was corrected or masked again meanwhile: it must be evaluated again. */
export class CallChanged extends Error {
  override readonly name = 'CallChanged';
}

interface LockedCall {
  readonly livemode: boolean;
  readonly webhook_url: string | null;
  readonly webhook_events: readonly string[];
  readonly audio_format: string | null;
  readonly original_key: string | null;
  readonly original_format: string | null;
}

interface Payload extends StoredMasked {
  readonly version: number;
  readonly maskings: number;
  readonly words: string;
  readonly system: string;
  readonly verdicts: string | null;
}

const EVENT = 'analysis.redacted';

@Injectable()
export class SettleCallRedaction {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: CallRedactionClaims,
    private readonly correcting: Correcting,
    private readonly evaluations: RepeatedEvaluations,
    private readonly deliveries: Deliveries,
    private readonly store: ObjectStore,
    private readonly deletions: RecordingDeletions,
  ) {}

  /** @throws ClaimLost; CallChanged; ProviderError where the original cannot be deleted now */
  async complete(redaction: ClaimedCallRedaction, masked: MaskedCall, signal: AbortSignal): Promise<void> {
    await this.deleteOriginal(redaction, masked.sound);
    await this.settle(redaction, async (tx, call, payload) => {
      await this.claims.complete(tx, redaction);
      if (masked.judged && (payload.version !== masked.version || payload.maskings !== masked.maskings))
        throw new CallChanged();
      if (masked.judged) await this.writeJudgement(tx, redaction, payload, masked.judged, signal);
      await this.writeSound(tx, redaction, call, payload, masked);
      return masked.judged !== null;
    });
  }

  /**
   * Settles a call that could not be masked further: it stays masked as it was accepted, and no one hears it. @throws ClaimLost
   */
  async fail(redaction: ClaimedCallRedaction, failure: WorkFailure): Promise<void> {
    await this.settle(redaction, async (tx, call, payload) => {
      await this.claims.fail(tx, redaction, failure);
      const searched = { limits: redaction.searched?.limits ?? [], isExact: false };
      const { wanted, sound } = redaction;
      const isHeard = wanted.mode === 'text' || sound?.audio === 'redacted';
      const withheld: MaskedSound = { audio: 'withheld', rendition: null, envelopes: null, keys: [], pauses: [] };
      await this.writeSound(tx, redaction, call, payload, { searched, sound: isHeard ? sound : withheld });
      return redaction.isTextMasked;
    });
    await this.deletions.run().catch(() => undefined);
  }

  private async settle(
    redaction: ClaimedCallRedaction,
    write: (tx: EntityManager, call: LockedCall, payload: Payload) => Promise<boolean>,
  ): Promise<void> {
    const { accountId, analysisId } = redaction;
    const { deliveryIds, ordered } = await this.dataSource.transaction(async (tx) => {
      await lockAccountAgainstErasure(tx, accountId);
      const call = await queryRow<LockedCall>(tx, LOCK, [analysisId]);
      const payload = call && (await queryRow<Payload>(tx, PAYLOAD, [analysisId]));
      if (!call || !payload) throw new ClaimLost();
      const isJudgedAgain = await write(tx, call, payload);
      const count = isJudgedAgain ? await this.orderEvaluations(tx, redaction, call) : 0;
      return { deliveryIds: await this.notify(tx, redaction, call), ordered: count };
    });
    if (ordered > 0) void this.evaluations.ring();
    if (deliveryIds.length > 0) void this.deliveries.enqueue(deliveryIds);
  }

  /** Orders evaluations in the place of those that are deleted: their answers rest on words that are masked by now. */
  private async orderEvaluations(tx: EntityManager, redaction: ClaimedCallRedaction, { livemode }: LockedCall) {
    const ordered = await this.evaluations.order(tx, redaction, livemode, async () =>
      deleteSuperseded(tx, redaction.analysisId),
    );
    return ordered;
  }

  private async writeJudgement(
    tx: EntityManager,
    { accountId, analysisId }: ClaimedCallRedaction,
    { words, system, verdicts: before }: Payload,
    judged: JudgedVersion,
    signal: AbortSignal,
  ): Promise<void> {
    const own: ResultsResponse = keepProved(JSON.parse(system), JSON.parse(judged.results));
    const results = JSON.stringify(own);
    const answers = await readQuotedAnswers(tx, analysisId);
    let inForce = { results, verdicts: before, doubt: judged.doubt };
    if (before !== null || answers.length > 0) {
      const task = { words, results, verdicts: before, answers };
      const { quotes, ...restated } = await this.correcting.restate(accountId, task, signal);
      await markQuotes(tx, quotes);
      if (before !== null) inForce = restated;
    }
    const systemResults = before === null ? null : results;
    await writeJudged(tx, analysisId, { ...inForce, systemResults, engine: judged.engine });
    await renewDoubt(tx, analysisId, inForce.doubt);
  }

  private async writeSound(
    tx: EntityManager,
    { analysisId, wanted, isScenario }: ClaimedCallRedaction,
    call: LockedCall,
    payload: Payload,
    { searched, sound }: Pick<MaskedCall, 'searched' | 'sound'>,
  ): Promise<void> {
    const before = readMasked(payload);
    const redactions = addSpans(before.redactions, sound?.keys ?? []);
    if (sound && wanted.mode === 'text_and_audio')
      await settleSound(tx, analysisId, soundOf(call, wanted.original, sound));
    const audio = audioOf({
      before: before.redaction,
      sound,
      isScenario,
      mode: wanted.mode,
      isMasked: redactions.length > 0,
    });
    const isWithheld = !searched.isExact || sound?.audio === 'withheld';
    const redaction: RedactionResponse = {
      status: isWithheld ? 'withheld' : 'applied',
      version: before.redaction?.version ?? '1',
      types: countTypes(redactions),
      audio,
      original: originalOf(before.redaction, wanted.original, audio),
      limits: [...searched.limits],
      pauses: (sound?.pauses ?? []).map(({ startMs, endMs }) => ({ start: startMs / 1000, end: endMs / 1000 })),
    };
    await writeMasked(tx, analysisId, { redaction, redactions });
    if (isWithheld) await noteDoubt(tx, analysisId, 'call', await withheldToo(tx, analysisId));
  }

  /**
   * Deletes the original before the transaction: once the call is marked as masked, the original must not be readable. The masked
   * recording is stored already.
   */
  private async deleteOriginal({ analysisId, wanted }: ClaimedCallRedaction, sound: MaskedSound | null): Promise<void> {
    if (sound === null || sound.audio === 'original' || wanted.original === 'keep') return;
    const found = await queryRow<{ key: string | null }>(
      this.dataSource,
      'SELECT original_key AS key FROM analysis WHERE id = $1',
      [analysisId],
    );
    if (found?.key) await this.store.delete(found.key);
  }

  private async notify(
    tx: EntityManager,
    { accountId, analysisId }: ClaimedCallRedaction,
    { livemode, webhook_url: url, webhook_events: events }: LockedCall,
  ): Promise<string[]> {
    return this.deliveries.recordEvent(tx, { accountId, analysisId, event: EVENT, webhook: { url, events }, livemode });
  }
}

/** Decides which recording clients can play, and whether the original is kept beside it. */
function soundOf(call: LockedCall, wanted: 'delete' | 'keep', sound: MaskedSound): SettledSound {
  const { original_key: key, original_format: format } = call;
  const sent = key === null || format === null ? null : { key, format };
  if (sound.audio === 'original')
    return { heard: sent && { ...sent, sizeBytes: null }, original: null, envelopes: null };
  const original = wanted === 'keep' ? sent : null;
  return { heard: sound.rendition, original, envelopes: sound.envelopes };
}

function audioOf({
  before,
  sound,
  isScenario,
  mode,
  isMasked,
}: {
  readonly before: RedactionResponse | null;
  readonly sound: MaskedSound | null;
  readonly isScenario: boolean;
  readonly mode: 'text' | 'text_and_audio';
  readonly isMasked: boolean;
}): RedactionResponse['audio'] {
  if (mode === 'text') return before?.audio ?? 'original';
  // A scenario shows the outcome for a recording; a recording that is not stored any more cannot be played.
  if (sound === null && isScenario) return isMasked ? 'redacted' : 'original';
  if (sound === null) return 'withheld';
  // An earlier masking has deleted the original: clients play the masked recording that it left.
  return sound.audio === 'original' && before?.original === 'deleted' ? 'redacted' : sound.audio;
}

function originalOf(
  before: RedactionResponse | null,
  wanted: 'delete' | 'keep',
  audio: RedactionResponse['audio'],
): RedactionResponse['original'] {
  if (before?.original === 'deleted') return 'deleted';
  return audio === 'original' || wanted === 'keep' ? 'kept' : 'deleted';
}

/** Doubt about the call itself, and that its recording is withheld. */
async function withheldToo(tx: EntityManager, analysisId: string): Promise<Doubt> {
  const found = await queryRow<{ doubt: Doubt | null }>(tx, DOUBT, [analysisId]);
  return alsoFor('withheld', MASKING, { ...NO_DOUBT, ...found?.doubt });
}

const LOCK = `
  SELECT livemode, webhook_url, webhook_events, audio_format, original_key, original_format FROM analysis WHERE id = $1 FOR UPDATE`;
const PAYLOAD = `
  SELECT transcript_version AS version, maskings, words, coalesce(system_results, results) AS system, verdicts, redaction, redactions
  FROM analysis_payload WHERE analysis_id = $1`;
const DOUBT = `SELECT doubts -> 'call' AS doubt FROM review_task WHERE analysis_id = $1`;
