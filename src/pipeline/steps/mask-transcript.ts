// Part of step 3, between the merged transcript and its roles: masks sensitive words before a language model, a table or a page
// sees them. The contract has one exception: the model that finds names sees the text after masking by rules.
import { Injectable } from '@nestjs/common';
import { StepRecords } from '../../calls/claims/step-records.js';
import type { RedactionLimit } from '../../calls/results/redaction.response.js';
import { whyNotJudgedBy } from '../../ports/provider-error.js';
import type { RedactedSpan, WantedRedaction } from '../../ports/redaction.js';
import {
  type CallToSearch,
  PROPOSED_TYPES,
  type ProposedSpan,
  type ProposedType,
  SpanProposer,
} from '../../ports/span-proposer.js';
import { Masking } from '../../redaction/masking/masking.js';
import type { Measurement } from '../../speech/listening/measure-pcm.js';
import type { MergedTranscript } from '../../speech/pieces/merge-pieces.js';
import { verifyProposals } from '../../speech/redaction/verify-proposals.js';
import { askOnRecord } from './ask-analyst.js';
import type { StepRun } from './call-run.js';

const STEP = 'proposals';

/** Result of masking, without the masked words. Plain JSON: it is stored with the transcript. */
export interface MaskedCall {
  readonly redactions: readonly RedactedSpan[];
  readonly limits: readonly RedactionLimit[];
  /** False where a place could not be found exactly, so that whole segments are masked. */
  readonly isExact: boolean;
}

interface MaskedMerge extends MaskedCall {
  readonly merged: MergedTranscript;
}

const NOTHING_SAID = { redactions: [], isLanguageKnown: true, isExhausted: false };

@Injectable()
export class MaskTranscript {
  constructor(
    private readonly records: StepRecords,
    private readonly masking: Masking,
    private readonly proposer: SpanProposer,
  ) {}

  /** @param merged with the language of the call @throws ProviderError of the model that proposes, ClaimLost */
  async run(
    run: Pick<StepRun, 'call' | 'signal'>,
    wanted: WantedRedaction,
    merged: MergedTranscript,
    measurement: Measurement,
  ): Promise<MaskedMerge> {
    const keys = keySpans(wanted, measurement);
    const { segments, language } = merged;
    if (segments.length === 0) return { ...NOTHING_SAID, merged, redactions: keys, limits: [], isExact: true };
    const mask = (further: ReturnType<typeof verifyProposals>) =>
      this.masking.mask(run.call.accountId, { call: { segments, language }, wanted, further }, run.signal);

    const byRules = await mask([]);
    const types = PROPOSED_TYPES.filter((type) => wanted.types.includes(type));
    const left = { segments: byRules.segments, language };
    const proposed = types.length === 0 ? [] : await this.propose(run, measurement.durationMs, left, types);
    // The model has read the masked text; its quotations are looked up in the unmasked text, which contains them too.
    const further = verifyProposals({ segments, language }, proposed ?? [], types);
    const masked = further.length === 0 ? byRules : await mask(further);
    const { isLanguageKnown, isExhausted } = masked;
    return {
      merged: { ...merged, segments: masked.segments },
      redactions: [...masked.redactions, ...keys],
      limits: [
        ...(proposed === null ? ['names_by_cues' as const] : []),
        ...(isLanguageKnown ? [] : ['unknown_language' as const]),
      ],
      isExact: isLanguageKnown && !isExhausted,
    };
  }

  /**
   * Null where no model proposes anything: none is configured, it declines, or the call is of the sandbox, where none is asked.
   */
  private async propose(
    { call, signal }: Pick<StepRun, 'call' | 'signal'>,
    durationMs: number,
    left: CallToSearch,
    types: readonly ProposedType[],
  ): Promise<readonly ProposedSpan[] | null> {
    const { records, proposer } = this;
    if (proposer.engine === null || call.scenario !== null) return null;
    const done = (await records.readCheckpoints<ProposalsCheckpoint>(call, STEP)).get(0);
    if (done) return done.proposed;
    const ask = () => proposer.propose(left, types, signal);
    const proposed = await askOnRecord(records, proposer, { call, durationMs }, ask).catch((error: unknown) => {
      if (whyNotJudgedBy(error) === null) throw error;
      return null;
    });
    const checkpoint: ProposalsCheckpoint = { proposed };
    await records.recordCheckpoint(null, call, STEP, 0, checkpoint, { stage: 'transcribing', percent: 77 });
    return proposed;
  }
}

interface ProposalsCheckpoint {
  readonly proposed: readonly ProposedSpan[] | null;
}

/** Spans of pressed keys, which only the audio has. */
function keySpans({ mode }: WantedRedaction, { keys = [] }: Measurement): RedactedSpan[] {
  if (mode === 'text') return [];
  return keys.map(({ channel, startMs, endMs }) => ({
    segmentId: null,
    channel,
    startMs,
    endMs,
    type: 'card_number',
    confidence: KEYS_CONFIDENCE,
    basis: 'keys',
  }));
}

/**
 * Confidence for pressed keys. Both tones of each key were found, which no voice produces for three keys. The meaning of the keys
 * is unknown.
 */
const KEYS_CONFIDENCE = 0.9;
