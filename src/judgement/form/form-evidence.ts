// Evidence in a call for the questions of a form: quotations of the right speaker in the right part of the call, and whether it
// can be known what a speaker did not say.
import type { CitationResponse } from '../../calls/results/findings.response.js';
import type { ProposedQuote } from '../../ports/call-analyst.js';
import type { Role } from '../../ports/transcript.js';
import type { FormQuestion } from '../../scorecards/form/form.js';
import { maskJudgeSentences } from '../../speech/transcript/prompt-injection.js';
import { CallEvidence, distinct } from '../call-evidence.js';
import type { EvaluatedCall } from './evaluated-call.js';

const ROLES: readonly Role[] = ['agent', 'customer'];

/** Speaker and part of the call that a quotation must come from. */
type Place = Pick<FormQuestion, 'speaker' | 'within'>;

export interface CheckedQuotes {
  /** Each place only once. */
  readonly citations: CitationResponse[];
  /** Some quotation was not said by the speaker, or begins outside of the right part of the call. */
  readonly hasFalse: boolean;
}

export class FormEvidence {
  readonly ofCall: CallEvidence;
  /** Texts by segment, without the sentences that address the judge. */
  private readonly plainTexts: ReadonlyMap<number, string>;

  constructor(private readonly call: EvaluatedCall) {
    this.ofCall = new CallEvidence(call.transcript, 'form');
    this.plainTexts = new Map(maskJudgeSentences(call.transcript.segments).map(({ id, text }) => [id, text]));
  }

  check(quotes: readonly ProposedQuote[], place: Place): CheckedQuotes {
    const checked = this.ofCall.citeEach(quotes, place.speaker ?? 'either').map((citations) => {
      const [first] = citations;
      // A quotation across segments begins at its first words.
      return first && this.isWithin(first, place) ? citations.filter((each) => this.isWithin(each, place)) : [];
    });
    return { citations: distinct(checked.flat()), hasFalse: checked.some(({ length }) => length === 0) };
  }

  /** Whether a checked citation is also by the question's speaker and in its part of the call. */
  admits(citation: CitationResponse, place: Place): boolean {
    return (place.speaker === null || citation.speaker === place.speaker) && this.isWithin(citation, place);
  }

  /**
   * Citations that may prove the answer. A sentence that addresses the judge, by any speaker, proves no answer with the most
   * points. It may prove a lesser answer, so that no violation hides behind such a sentence.
   */
  proving(citations: readonly CitationResponse[], { answers }: FormQuestion, key: string | null): CitationResponse[] {
    const points = answers.find((answer) => answer.key === key)?.points ?? null;
    if (points === null || answers.some((answer) => answer.points > points)) return [...citations];
    return citations.filter(({ segment_id: id, quote }) => this.plainTexts.get(id)?.includes(quote));
  }

  /** @param speaker null: each party that speaks must be known to have been heard well */
  isHeardWell(speaker: Role | null): boolean {
    const parties = speaker === null ? ROLES.filter((role) => this.ofCall.speaks(role)) : [speaker];
    return parties.length > 0 && parties.every((role) => this.ofCall.isHeardWell(role) && this.ofCall.speaks(role));
  }

  /**
   * Reason why an absence cannot be concluded; null when it can: speaker heard well, every turn has a role, recording complete.
   */
  whyAbsenceUnknown(speaker: Role | null): 'not_heard' | 'roles_unknown' | null {
    if (!this.ofCall.hasEveryRole || (speaker !== null && !this.ofCall.rolesKnown)) return 'roles_unknown';
    return this.isHeardWell(speaker) && !this.call.damaged ? null : 'not_heard';
  }

  /** Whether the quoted words begin in the right part of the call. */
  isWithin({ start }: CitationResponse, { within }: Place): boolean {
    if (within === null) return true;
    const startMs = Math.round(start * 1000);
    const lengthMs = within.seconds * 1000;
    return within.from === 'start' ? startMs <= lengthMs : startMs >= this.call.durationMs - lengthMs;
  }
}
