// What a judge may rely on in one call: checked quotations, spotted phrases, and how well each party was heard.
import type { CitationResponse } from '../calls/results/findings.response.js';
import type { ProposedQuote } from '../ports/call-analyst.js';
import type { PartyHearing, Role, Transcript } from '../ports/transcript.js';
import { isMasked, maskPromptInjection, type Reader } from '../speech/transcript/prompt-injection.js';
import { countWords } from '../speech/words/words.js';
import { openingSegments } from './agent-opening.js';
import { type Citation, QuotationIndex, type RequiredSpeaker } from './quotation-index.js';
import { SaidWords, tellsInvention } from './reported-speech.js';

/** Quotations of one finding beyond this number are not checked; bounds the work that one answer can cause. */
const MAX_QUOTES = 8;
/** Below this role confidence, the agent's words may be the customer's: nothing is held for or against a party. */
export const MIN_ROLE_CONFIDENCE = 0.6;
type KnownHearing = Pick<PartyHearing, 'score' | 'assessable'>;
const HEARING_NOT_KNOWN: KnownHearing = { score: null, assessable: false };

export class CallEvidence {
  /** True when the roles of agent and customer are sure enough to judge either party. */
  readonly rolesKnown: boolean;
  /** True when each turn is known to be the agent's or the customer's, however surely. */
  readonly hasEveryRole: boolean;
  private readonly quotations: QuotationIndex;
  private readonly opening: ReadonlySet<number>;
  /** Made for the first sentence. */
  private said: SaidWords | null = null;
  /** Each question of a form asks. */
  private readonly speaking = new Map<Role, boolean>();

  /** @param isStockProse the analyst's sentences are those of a rule book, whose patterns have matched */
  constructor(
    private readonly transcript: Transcript,
    reader: Reader = 'analyst',
    private readonly isStockProse = false,
  ) {
    this.rolesKnown = transcript.diarization.roleConfidence >= MIN_ROLE_CONFIDENCE;
    this.hasEveryRole = transcript.segments.every(hasRole);
    this.quotations = new QuotationIndex(maskPromptInjection(transcript.segments, reader));
    this.opening = openingSegments(transcript.segments);
  }

  /** Cites the quotations that the required speaker said, each place once. Spoken prompt injection is never cited. */
  cite(quotes: readonly ProposedQuote[], speaker: RequiredSpeaker): CitationResponse[] {
    return distinct(this.citeEach(quotes, speaker).flat());
  }

  /** The same for each quotation by itself; empty for one that the speaker did not say. */
  citeEach(quotes: readonly ProposedQuote[], speaker: RequiredSpeaker): CitationResponse[][] {
    return quotes.slice(0, MAX_QUOTES).map((quote) =>
      this.quotations
        .cite(quote, speaker)
        .filter((citation) => !isMasked(citation.quote))
        .map(toResponse),
    );
  }

  /** True when some speaker said the words, however few, outside of spoken prompt injection. */
  wasSaid(words: string): boolean {
    return this.quotations.contains(words);
  }

  /** True for a sentence that tells of speech which has next to nothing in common with the words of the call. */
  tellsInvention(sentence: string): boolean {
    if (this.isStockProse) return false;
    this.said ??= new SaidWords(this.transcript.segments.map(({ text }) => text));
    return tellsInvention(sentence, this.said, this.transcript.language);
  }

  /** True when the keyword spotter heard any phrase of the speaker, and the party that said it was heard well. */
  wasSpotted(speaker: RequiredSpeaker): boolean {
    const parties: readonly Role[] = speaker === 'either' ? ['agent', 'customer'] : [speaker];
    return parties.some(
      (role) => this.isHeardWell(role) && this.transcript.spotted.some((phrase) => phrase.speaker === role),
    );
  }

  speaks(role: Role): boolean {
    const known = this.speaking.get(role);
    if (known !== undefined) return known;
    const speaks = this.transcript.segments.some(({ speaker, text }) => speaker === role && countWords(text) > 0);
    this.speaking.set(role, speaks);
    return speaks;
  }

  /** True when the segment belongs to the agent's opening, see {@link openingSegments}. */
  isOpening(segmentId: number): boolean {
    return this.opening.has(segmentId);
  }

  /**
   * True when it can be known what the party did not say: the party is known to have been heard well, and every turn
   * has a role.
   */
  isAbsenceKnown(role: Role): boolean {
    return this.isHeardWell(role) && this.speaks(role) && this.hasEveryRole;
  }

  /** True when the party is known to have been heard badly. False where that is not known. */
  isHeardBadly(role: Role): boolean {
    const { score, assessable } = this.hearingOf(role);
    return score !== null && !assessable;
  }

  /** True when the party is known to have been heard well. */
  isHeardWell(role: Role): boolean {
    return this.hearingOf(role).assessable;
  }

  private hearingOf(role: Role): KnownHearing {
    return this.transcript.hearing?.[role] ?? HEARING_NOT_KNOWN;
  }
}

function hasRole({ speaker, text }: Transcript['segments'][number]): boolean {
  return speaker === 'agent' || speaker === 'customer' || countWords(text) === 0;
}

/** Each place once. */
export function distinct(citations: readonly CitationResponse[]): CitationResponse[] {
  const seen = new Set<string>();
  return citations.filter(({ segment_id: id, quote }) => {
    const key = `${id} ${quote}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

export function toResponse({ segmentId, speaker, startMs, endMs, quote, verification }: Citation): CitationResponse {
  return { segment_id: segmentId, speaker, start: startMs / 1000, end: endMs / 1000, quote, verification };
}
