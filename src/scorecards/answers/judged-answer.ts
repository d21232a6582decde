// Answer of a judge, or of a person, to one question. Conditions (`applies_if`) are not applied yet: figures.ts applies them, so
// that a person's answer can make another question apply without a new evaluation.
import type { CitationResponse } from '../../calls/results/findings.response.js';
import type { NotJudgedReason } from '../../ports/call-analyst.js';
import type { FormQuestion, JudgeKind } from '../form/form.js';

interface ReasonFacts {
  /** Explanation for clients, shown after the name of the reason. */
  readonly means: string;
  /** False where every question of its kind has the reason in every such call: flags would mark the whole form. */
  readonly flagged: boolean;
}

/** Why a question could not be assessed. Clients see these names, in this order. */
export const NOT_ASSESSABLE = {
  no_language_model: { means: 'none is configured', flagged: false },
  scenario: { means: 'the call is of the sandbox, for which no model is asked', flagged: false },
  model_declined: { means: 'the model declined to judge the call', flagged: true },
  too_long_for_model: { means: 'the call, or the answer about it, does not fit into the model', flagged: true },
  unusable_answer: { means: 'the model gave no usable answer about the call', flagged: true },
  no_answer: { means: 'the model gave no usable answer', flagged: true },
  no_quotation: { means: 'the answer needs a quotation, and none could be checked', flagged: true },
  other_language: {
    means: 'no phrase was found, and the call is not known to be in the language of the form',
    flagged: true,
  },
  no_conversation: { means: 'the parties do not talk with each other on this call', flagged: true },
  not_heard: { means: 'the speaker was not heard well enough', flagged: true },
  roles_unknown: { means: 'it is not known who the agent is', flagged: true },
  finding_not_assessable: { means: 'the built-in finding is not', flagged: true },
  leakage: {
    means: 'one party may be heard in the other’s channel too, so that the talk metrics are not known',
    flagged: true,
  },
  no_band: { means: 'the call has no such metric, or no band fits it', flagged: true },
  too_costly: {
    means: 'looking for the phrases of the form in this call takes more work than one form may take',
    flagged: true,
  },
} satisfies Readonly<Record<NotJudgedReason, ReasonFacts>> & Readonly<Record<string, ReasonFacts>>;

export type NotAssessableReason = keyof typeof NOT_ASSESSABLE;

/** Why an answer waits for a person, though its question needs none. */
export const BELOW_TARGET = 'below_target';

/** Reason of a state, as clients see it. */
export type AnswerReason = NotAssessableReason | typeof BELOW_TARGET;

export interface JudgedAnswer {
  /** Key of the question. */
  readonly question: string;
  readonly state: 'answered' | 'na' | 'not_assessable' | 'awaiting_human';
  /** Key of the answer; null unless answered. */
  readonly answer: string | null;
  /** 0 to 1; null where there is no answer. */
  readonly confidence: number | null;
  /** True when a person should review the answer. */
  readonly flagged: boolean;
  /** One or two sentences for a person; empty where the answer needs none. */
  readonly rationale: string;
  /** Checked against the transcript. */
  readonly citations: readonly CitationResponse[];
  readonly source: JudgeKind;
  /** Null unless `not_assessable`. */
  readonly reason: NotAssessableReason | null;
  /**
   * `proved`: the answer fails the call automatically, with the required proof. `unproved`: such an answer was given without the
   * proof, whether it is valid or was replaced; a person must review it. Null: no such answer was given.
   */
  readonly autoFail: 'proved' | 'unproved' | null;
  /** True below the line of the question: the answer counts once a person confirms it. */
  readonly belowTarget?: true;
}

/** Question for a person, before a person has answered. */
export function awaitingPerson({ key, judge }: FormQuestion): JudgedAnswer {
  return {
    question: key,
    state: 'awaiting_human',
    answer: null,
    confidence: null,
    flagged: false,
    rationale: '',
    citations: [],
    source: judge.kind,
    reason: null,
    autoFail: null,
  };
}
