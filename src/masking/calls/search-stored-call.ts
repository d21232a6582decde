// Searches the words of a stored call once more, with what only a language model finds, and masks what is found. The text is
// masked already, but for that.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { writeMasked } from '../../calls/redaction/masked-call.js';
import type { TranscriptResponse } from '../../calls/results/analysis-transcript.response.js';
import type { RedactionLimit } from '../../calls/results/redaction.response.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { queryRow, type Sql } from '../../platform/database/sql.js';
import { forgetAnswersAbout } from '../../platform/http/idempotency/idempotency-keys.js';
import { whyNotJudgedBy } from '../../ports/provider-error.js';
import { PROPOSED_TYPES, type ProposedSpan, SpanProposer } from '../../ports/span-proposer.js';
import { searchedCall } from '../../redaction/stored/stored-transcript.js';
import type { SensitiveSpan } from '../../speech/redaction/sensitive-span.js';
import { verifyProposals } from '../../speech/redaction/verify-proposals.js';
import { ClaimLost } from '../../work/claim.js';
import { CallRedactionClaims, type ClaimedCallRedaction, type Searched } from './call-redaction-claims.js';
import { addSpans, processing, readMasked, type StoredMasked } from './masked-facts.js';
import { type MaskedTexts, StoredCallMasks } from './stored-call-masks.js';

/** The words have changed since they were searched. */
class WordsChanged extends Error {}

@Injectable()
export class SearchStoredCall {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: CallRedactionClaims,
    private readonly masks: StoredCallMasks,
    private readonly proposer: SpanProposer,
  ) {}

  /** @returns how well it was searched, and whether its texts are masked @throws ProviderError, ClaimLost */
  async run(
    redaction: ClaimedCallRedaction,
    signal: AbortSignal,
  ): Promise<Searched & { readonly isTextMasked: boolean }> {
    const { searched, isTextMasked } = redaction;
    if (searched) return { ...searched, isTextMasked };
    for (;;) {
      const { further, limits } = await this.propose(redaction, signal);
      const { accountId, analysisId, wanted } = redaction;
      const of = { accountId, analysisId, wanted, further, emptySentences: isTextMasked };
      const found = await this.masks.find(of, signal);
      try {
        return await this.record(redaction, found, limits);
      } catch (error) {
        if (!(error instanceof WordsChanged)) throw error;
      }
    }
  }

  /** Masks each segment in which something is masked as a whole: its stretches may not be where they are thought to be. */
  async maskBySegment(
    redaction: ClaimedCallRedaction,
    limits: readonly RedactionLimit[],
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      const { accountId, analysisId, wanted } = redaction;
      const { segments } = await this.readTranscript(redaction);
      const { redactions } = readMasked(await readStored(this.dataSource, analysisId));
      const further = redactions.flatMap(({ segment_id: segmentId, type }): SensitiveSpan[] => {
        const text = segments.find(({ id }) => id === segmentId)?.text;
        if (segmentId === null || text === undefined) return [];
        const whole = { segmentId, from: 0, to: text.length, content: `segment ${segmentId}` };
        return [{ ...whole, type, basis: 'pattern', confidence: 1 }];
      });
      const found = await this.masks.find({ accountId, analysisId, wanted, further, emptySentences: true }, signal);
      try {
        await this.record(redaction, found, limits, false);
        return;
      } catch (error) {
        if (!(error instanceof WordsChanged)) throw error;
      }
    }
  }

  private record(
    redaction: ClaimedCallRedaction,
    found: MaskedTexts,
    limits: readonly RedactionLimit[],
    isExact = found.masked.isLanguageKnown && !found.masked.isExhausted,
  ): Promise<Searched & { readonly isTextMasked: boolean }> {
    const { accountId, analysisId } = redaction;
    const { masked } = found;
    return this.dataSource.transaction(async (tx) => {
      await lockAccountAgainstErasure(tx, accountId);
      await lockAnalysis(tx, analysisId);
      const stored = await readStored(tx, analysisId);
      const before = readMasked(stored);
      if (masked.texts.some((text) => text !== null)) {
        if (!(await this.masks.write(tx, analysisId, found))) throw new WordsChanged();
        await forgetAnswersAbout(tx, accountId, analysisId);
      }
      const redactions = addSpans(before.redactions, masked.redactions, masked.before);
      const isWithheld = before.redaction?.audio === 'withheld';
      await writeMasked(tx, analysisId, {
        redaction: processing(before.redaction, redactions, isWithheld),
        redactions,
      });
      const unknown: RedactionLimit[] = masked.isLanguageKnown ? [] : ['unknown_language'];
      const searched: Searched = { limits: [...limits, ...unknown], isExact };
      await this.claims.recordSearched(tx, redaction, searched, masked.isMasked);
      return { ...searched, isTextMasked: redaction.isTextMasked || masked.isMasked };
    });
  }

  private async propose(
    redaction: ClaimedCallRedaction,
    signal: AbortSignal,
  ): Promise<{ further: readonly SensitiveSpan[]; limits: readonly RedactionLimit[] }> {
    const types = PROPOSED_TYPES.filter((type) => redaction.wanted.types.includes(type));
    if (types.length === 0) return { further: [], limits: [] };
    const call = searchedCall(await this.readTranscript(redaction));
    const isAsked = this.proposer.engine !== null && !redaction.isScenario && call.segments.length > 0;
    const proposed: readonly ProposedSpan[] | null = isAsked
      ? await this.proposer.propose(call, types, signal).catch((error: unknown) => {
          if (whyNotJudgedBy(error) === null) throw error;
          return null;
        })
      : null;
    return proposed === null
      ? { further: [], limits: ['names_by_cues'] }
      : { further: verifyProposals(call, proposed, types), limits: [] };
  }

  private async readTranscript({ accountId, analysisId }: ClaimedCallRedaction): Promise<TranscriptResponse> {
    const found = await queryRow<{ transcript: string }>(this.dataSource, TRANSCRIPT, [analysisId, accountId]);
    if (!found) throw new ClaimLost();
    const transcript: TranscriptResponse = JSON.parse(found.transcript);
    return transcript;
  }
}

/** @throws ClaimLost for an analysis that is deleted */
export async function lockAnalysis(tx: EntityManager, analysisId: string): Promise<void> {
  const locked = await queryRow(tx, 'SELECT 1 AS locked FROM analysis WHERE id = $1 FOR UPDATE', [analysisId]);
  if (!locked) throw new ClaimLost();
}

/** @throws ClaimLost */
export async function readStored(sql: Sql, analysisId: string): Promise<StoredMasked> {
  const found = await queryRow<StoredMasked>(sql, STORED, [analysisId]);
  if (!found) throw new ClaimLost();
  return found;
}

const STORED = 'SELECT redaction, redactions FROM analysis_payload WHERE analysis_id = $1';
const TRANSCRIPT = `
  SELECT p.transcript FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id WHERE a.id = $1 AND a.account_id = $2`;
