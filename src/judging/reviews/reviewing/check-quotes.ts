// Checks a person's quotations against the transcript, in a thread: a call of ten hours has 20,000 segments. It runs before the
// review's transaction, so that neither a lock nor a connection waits for it; the transaction checks that the transcript is the
// same.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CitationResponse } from '../../../calls/results/findings.response.js';
import { distinct } from '../../../judgement/call-evidence.js';
import { type PreparedStatement, queryPrepared } from '../../../platform/database/prepared.js';
import type { ApiError } from '../../../platform/errors/api-error.js';
import type { CitationWish } from '../../evaluating/threads/cite-quotations.js';
import { Judging, TooCostly } from '../../evaluating/threads/judging.js';
import type { FoundQuotes, GivenReview } from './given-review.js';
import { notSaidThere, quotesTakeTooLong } from './review-errors.js';
import type { TranscriptState } from './review-records.js';

export interface CheckedQuotes {
  /** State of the transcript that was read. */
  readonly state: TranscriptState;
  /** An error for a quotation that is not in its segment. */
  readonly found: FoundQuotes | ApiError;
}

interface StoredTranscript extends TranscriptState {
  readonly words: string;
}

const READ: PreparedStatement = {
  name: 'transcript-to-quote',
  text: `SELECT p.words, p.transcript_version AS version, p.maskings FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id
         WHERE a.id = $1 AND a.account_id = $2 AND a.status = 'completed'`,
};

@Injectable()
export class CheckQuotes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly judging: Judging,
  ) {}

  /**
   * @returns null where nothing is quoted, or the account has no such completed call
   * @throws ApiError 503
   */
  async check(
    accountId: string,
    analysisId: string,
    { findings, answers }: GivenReview,
  ): Promise<CheckedQuotes | null> {
    const wishes: CitationWish[] = [
      ...findings.map(({ quotes }) => ({ quotes, reader: 'analyst' as const })),
      ...answers.map(({ quotes }) => ({ quotes, reader: 'form' as const })),
    ];
    if (wishes.every(({ quotes }) => quotes.length === 0)) return null;
    const [stored] = await queryPrepared<StoredTranscript>(this.dataSource, READ, [analysisId, accountId]);
    if (!stored) return null;
    const cited = await this.cite(accountId, stored.words, wishes);
    const missing = wishes.flatMap(({ quotes }, at) => quotes.filter((_, index) => !cited[at]?.[index]?.length));
    const [first] = missing;
    if (first) return { state: stored, found: notSaidThere(first.quote, first.segmentId) };
    const ofEntries = cited.map((citations) => distinct(citations.flat()));
    const at = findings.length;
    return { state: stored, found: { ofFindings: ofEntries.slice(0, at), ofAnswers: ofEntries.slice(at) } };
  }

  private async cite(
    accountId: string,
    words: string,
    wishes: readonly CitationWish[],
  ): Promise<CitationResponse[][][]> {
    try {
      return await this.judging.cite(accountId, { words, wishes }, new AbortController().signal);
    } catch (error) {
      throw error instanceof TooCostly ? quotesTakeTooLong() : error;
    }
  }
}
