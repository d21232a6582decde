// Finds and masks stored texts of a call. This runs outside of any transaction, because a call of ten hours takes seconds. The
// transaction that writes the result checks that nothing has changed since.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { digestOf, forgetTexts, type HeldText, readTexts, writeTexts } from '../../calls/redaction/holder-of-words.js';
import { restartCorrections } from '../../judging/reviews/corrections/restart-corrections.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import { Masking } from '../../redaction/masking/masking.js';
import type { MaskedStoredCall } from '../../redaction/stored/mask-stored-call.js';
import { restartEvaluations } from '../../scorecards/evaluations/supersede-evaluations.js';
import type { SensitiveSpan } from '../../speech/redaction/sensitive-span.js';
import { HOLDERS_OF_WORDS } from '../holders-of-words.js';

export interface MaskedTexts {
  readonly digest: string;
  readonly before: readonly HeldText[];
  readonly masked: MaskedStoredCall;
}

export interface WantedMasks {
  readonly accountId: string;
  readonly analysisId: string;
  readonly wanted: WantedRedaction;
  /** Spans in the present version that only a model finds. */
  readonly further: readonly SensitiveSpan[];
  /** Whether sentences are emptied even where nothing is found. */
  readonly emptySentences: boolean;
}

@Injectable()
export class StoredCallMasks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly masking: Masking,
  ) {}

  async find(
    { accountId, analysisId, wanted, further, emptySentences }: WantedMasks,
    signal: AbortSignal,
  ): Promise<MaskedTexts> {
    // The digest is read before the texts: after a change in between, the digest under the lock differs.
    const digest = await digestOf(this.dataSource, HOLDERS_OF_WORDS, analysisId);
    const before = await readTexts(this.dataSource, HOLDERS_OF_WORDS, analysisId);
    const texts = before.map(({ kind, version, text }) => ({ kind, version, text }));
    const masked = await this.masking.maskStored(accountId, { texts, wanted, further, emptySentences }, signal);
    return { digest, before, masked };
  }

  /**
   * Writes the masks in a transaction that has locked the analysis FOR UPDATE. Corrections and evaluations in progress, which
   * have read what was there before, start over.
   * @returns false where something has changed since the masks were found
   */
  async write(tx: EntityManager, analysisId: string, { digest, before, masked }: MaskedTexts): Promise<boolean> {
    await restartCorrections(tx, analysisId);
    if ((await digestOf(tx, HOLDERS_OF_WORDS, analysisId)) !== digest) return false;
    await writeTexts(tx, before, masked.texts);
    await forgetTexts(tx, HOLDERS_OF_WORDS, [analysisId]);
    await restartEvaluations(tx, analysisId);
    return true;
  }
}
