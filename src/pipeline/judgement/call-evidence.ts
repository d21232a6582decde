// What a judge may rely on in one call: checked quotations, spotted phrases, and which parties were heard well.
import type { CitationResponse } from '../../analysis/analysis-results.response.js';
import type { ProposedQuote } from '../../ports/call-analyst.js';
import type { Role, Segment, Speaker, Transcript } from '../../ports/transcript.js';
import { meanConfidence } from '../transcript/confidence.js';
import { isMasked, maskPromptInjection } from '../transcript/prompt-injection.js';
import { countWords } from '../transcript/words.js';
import { type Citation, QuotationIndex, type RequiredSpeaker } from './quotation-index.js';

/** Quotations of one finding beyond this number are not checked; bounds the work that one answer can cause. */
const MAX_QUOTES = 8;
/** Below this mean word confidence, a speaker may have said what was not heard. */
const MIN_SPEAKER_CONFIDENCE = 0.65;

export class CallEvidence {
  private readonly quotations: QuotationIndex;
  private readonly heardWell = new Map<RequiredSpeaker, boolean>();

  constructor(private readonly transcript: Transcript) {
    this.quotations = new QuotationIndex(maskPromptInjection(transcript.segments));
  }

  /**
   * Where the quotations were said by the required speaker, each place once. Spoken prompt injection is never cited.
   */
  cite(quotes: readonly ProposedQuote[], speaker: RequiredSpeaker): CitationResponse[] {
    const seen = new Set<string>();
    return quotes
      .slice(0, MAX_QUOTES)
      .flatMap((quote) => this.quotations.cite(quote, speaker))
      .filter(({ segmentId, quote }) => {
        if (isMasked(quote)) return false;
        const key = `${segmentId} ${quote}`;
        return seen.has(key) ? false : seen.add(key);
      })
      .map(toResponse);
  }

  /** True when some speaker said the words, outside of spoken prompt injection. */
  wasSaid(words: string): boolean {
    return this.quotations.cite({ segmentId: -1, quote: words }, 'either').some(({ quote }) => !isMasked(quote));
  }

  /** True when the keyword spotter heard any phrase of the speaker. */
  wasSpotted(speaker: RequiredSpeaker): boolean {
    return this.transcript.spotted.some((phrase) => speaker === 'either' || phrase.speaker === speaker);
  }

  speaks(role: Role): boolean {
    return this.transcript.segments.some(({ speaker, text }) => speaker === role && countWords(text) > 0);
  }

  /** True when the speaker was heard well enough to conclude what the speaker did not say (rules in judge-call.ts). */
  isHeardWell(speaker: RequiredSpeaker): boolean {
    const heardWell = this.heardWell.get(speaker) ?? this.computeHeardWell(speaker);
    this.heardWell.set(speaker, heardWell);
    return heardWell;
  }

  private computeHeardWell(required: RequiredSpeaker): boolean {
    const { segments, diarization } = this.transcript;
    const speakers = new Set(segments.flatMap(({ speaker, text }) => (countWords(text) > 0 ? [speaker] : [])));
    const rolesKnown = speakers.has('agent') || speakers.has('customer');
    if (required !== 'either') {
      const diarized = diarization.method === 'channel' || diarization.method === 'model';
      // Without diarization, a turn without a role may be the required speaker's.
      const turnsWithoutRole = [...speakers].some((speaker) => speaker !== 'agent' && speaker !== 'customer');
      return (diarized || !turnsWithoutRole) && isSpeakerHeardWell(segments, required);
    }
    const needed = rolesKnown ? new Set([...speakers, 'agent' as const, 'customer' as const]) : speakers;
    return [...needed].every((speaker) => isSpeakerHeardWell(segments, speaker));
  }
}

function isSpeakerHeardWell(segments: readonly Segment[], speaker: Speaker): boolean {
  const own = segments.filter((segment) => segment.speaker === speaker);
  if (!own.some((segment) => countWords(segment.text) > 0)) return false;
  const confidence = meanConfidence(own);
  return confidence === null || confidence >= MIN_SPEAKER_CONFIDENCE;
}

function toResponse({ segmentId, speaker, startMs, endMs, quote, verification }: Citation): CitationResponse {
  return { segment_id: segmentId, speaker, start: startMs / 1000, end: endMs / 1000, quote, verification };
}
