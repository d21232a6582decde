// What retention ends, one row for each part, and which calls it reaches.
import type { EntityManager } from 'typeorm';
import { notHeld } from '../../calls/holds/held-calls.js';
import type { Parameters } from '../../calls/listing/analysis-filter.js';
import { forgetTexts, rewriteTexts } from '../../calls/redaction/holder-of-words.js';
import { deleteCalls } from '../../calls/retention/delete-calls.js';
import {
  endOriginals,
  endRecordings,
  endSounds,
  endTranscripts,
  forgetAddresses,
  forgetHeard,
} from '../../calls/retention/end-parts.js';
import { closeTasks } from '../../calls/review-tasks/review-tasks.js';
import { deleteTrialItems } from '../../judging/trials/trial-items.js';
import { forgetAnswersAbout } from '../../platform/http/idempotency/idempotency-keys.js';
import { withoutWords } from '../../redaction/stored/without-words.js';
import { HOLDERS_OF_WORDS } from '../holders-of-words.js';
import type { Part } from './retention-parts.js';

/** Analyses per statement. A longer one would keep the counts of calls by agent locked, so that submissions wait. */
const ANALYSES = 250;
/** Recordings per statement: as many as one request to the store deletes. */
const RECORDINGS = 1_000;
/** Transcripts per transaction: their texts are in memory together. */
const TRANSCRIPTS = 50;

/** Something of a call that ends. A batch is a transaction: it locks the calls that are due, and then ends it for them. */
export interface Ending {
  /** SQL condition on a call that has something to end. */
  readonly which: string;
  readonly atOnce: number;
  /** The calls are counted as such in the audit log; null for what is no part of its own. */
  readonly counts: Part | null;
  end(tx: EntityManager, ids: readonly string[]): Promise<unknown>;
}

/**
 * Deletes transcripts with all words that rest on them, in every place of the list of holders of words. Scores, answers and
 * verdicts stay.
 */
async function deleteTranscripts(tx: EntityManager, ids: readonly string[]): Promise<void> {
  const ended = await endTranscripts(tx, ids);
  await rewriteTexts(tx, HOLDERS_OF_WORDS, ids, withoutWords);
  await forgetTexts(tx, HOLDERS_OF_WORDS, ids);
  await deleteTrialItems(tx, ids);
  await closeTasks(tx, ids);
  for (const { id, accountId } of ended) await forgetAnswersAbout(tx, accountId, id);
}

const TRANSCRIPTS_END: Ending = {
  // A transcript is deleted once no one works on it.
  which: `status = 'completed' AND transcript_deleted_at IS NULL AND ${['evaluation', 'correction', 'call_redaction']
    .map((table) => `NOT EXISTS (SELECT FROM ${table} w WHERE w.analysis_id = analysis.id AND w.status = 'processing')`)
    .join(' AND ')}`,
  atOnce: TRANSCRIPTS,
  counts: 'transcripts',
  end: deleteTranscripts,
};
const FAILED_CALLS_END: Ending = {
  which: "status = 'failed' AND EXISTS (SELECT FROM analysis_checkpoint c WHERE c.analysis_id = analysis.id)",
  atOnce: ANALYSES,
  counts: null,
  end: forgetHeard,
};

export const ANALYSES_END: Ending = { which: 'true', atOnce: ANALYSES, counts: 'analyses', end: deleteCalls };

/** Endings by the days of an account. */
export const ENDINGS: Readonly<Record<Part, readonly Ending[]>> = {
  analyses: [ANALYSES_END],
  transcripts: [TRANSCRIPTS_END, FAILED_CALLS_END],
  recordings: [{ which: 'storage_key IS NOT NULL', atOnce: RECORDINGS, counts: 'recordings', end: endSounds }],
  originals: [{ which: 'original_key IS NOT NULL', atOnce: RECORDINGS, counts: 'originals', end: endOriginals }],
};

/** Through the same cascades and triggers as a person's deletion. */
export const TEST_ANALYSES_END: Ending = {
  which: 'NOT livemode',
  atOnce: ANALYSES,
  counts: 'analyses',
  end: deleteCalls,
};
/** The second row is of recordings that are withheld from clients. The conditions are those of indexes. */
export const ALL_RECORDINGS_END: readonly Ending[] = [
  { which: 'storage_key IS NOT NULL', atOnce: RECORDINGS, counts: 'recordings', end: endRecordings },
  {
    which: 'storage_key IS NULL AND original_key IS NOT NULL',
    atOnce: RECORDINGS,
    counts: 'originals',
    end: endRecordings,
  },
];
export const ADDRESSES_END: Ending = {
  which: 'source_url IS NOT NULL',
  atOnce: ANALYSES,
  counts: null,
  end: forgetAddresses,
};

/** Calls that an ending reaches. */
export interface Reach {
  /** SQL of the time by which they are found. */
  readonly by: string;
  /** @returns SQL condition: the call is due */
  readonly due: (p: Parameters) => string;
}

const settledBefore = (p: Parameters, days: number) => `settled_at < now() - ${p.add(days, 'int')} * interval '1 day'`;

export const everyCall = (days: number): Reach => ({ by: 'settled_at', due: (p) => settledBefore(p, days) });

/** Calls that have no days of their own. */
export const callsOf = (accountId: string, days: number): Reach => ({
  by: 'settled_at',
  due: (p) => `account_id = ${p.add(accountId, 'uuid')} AND retention_days IS NULL AND ${settledBefore(p, days)}`,
});

const OWN_END = 'own_retention_end(settled_at, retention_days)';
/** Calls with days of their own, by which all of them ends. */
export const OWN_DAYS: Reach = { by: OWN_END, due: () => `retention_days IS NOT NULL AND ${OWN_END} < now()` };

/** A call that is held stays as it is. */
export const dueSql = ({ due }: Reach, { which }: Ending, p: Parameters) =>
  `${due(p)} AND ${which} AND ${notHeld('analysis')}`;
