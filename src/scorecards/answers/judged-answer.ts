// What the judgement, or a person, answers to one question. Conditions (`applies_if`) are not applied to it yet: figures.ts
// applies them, so that a person's answer can make another question apply without judging the call again.
import type { CitationResponse } from '../../analysis/analysis-results.response.js';
import type { NotJudgedReason } from '../../ports/not-judged.js';
import type { JudgeKind } from '../form/form.js';

/** Why a question could not be assessed. Clients see these names. */
export type NotAssessableReason =
  /** The question needs a language model, and none is configured. */
  | 'no_language_model'
  /** The call was played from a scenario of the sandbox, for which no provider is asked. */
  | 'scenario'
  /** The language model declined to judge the call, or the call does not fit into it. */
  | NotJudgedReason
  /** The language model gave no usable answer to this question. */
  | 'no_answer'
  /** No answer without a quotation is left for an answer whose quotation could not be checked. */
  | 'no_quotation'
  /** The call is a voicemail, a wrong number or another call in which the parties do not talk with each other. */
  | 'no_conversation'
  /** The speaker was not heard well enough to conclude what was not said, or to be accused. */
  | 'not_heard'
  /** The form names the language of its phrases, and the call is not known to be in it. */
  | 'other_language'
  /** It is not known who of the speakers is the agent. */
  | 'roles_unknown'
  /** The built-in finding is not assessable, or the call has none. */
  | 'finding_not_assessable'
  /** The voice of one party may be in the other's channel, so that the talk metrics are not known. */
  | 'leakage'
  /** The call has no such metric, or no band fits its value. */
  | 'no_band'
  /** Looking for the phrases of the form in this call takes more work than one form may take. */
  | 'too_costly';

export interface JudgedAnswer {
  /** Key of the question. */
  readonly question: string;
  readonly state: 'answered' | 'na' | 'not_assessable' | 'awaiting_human';
  /** Key of the answer; null unless answered. */
  readonly answer: string | null;
  /** 0 to 1; null where there is no answer. */
  readonly confidence: number | null;
  /** True when a person should look. */
  readonly flagged: boolean;
  /** One or two sentences for a person; empty where the answer needs none. */
  readonly rationale: string;
  /** Checked against the transcript. */
  readonly citations: readonly CitationResponse[];
  readonly source: JudgeKind;
  /** Null unless `not_assessable`. */
  readonly reason: NotAssessableReason | null;
  /**
   * `proved`: the answer ends the call as failed, with the proof which that needs. `unproved`: such an answer was given without
   * the proof, whether it stands or fell; a person must look. Null: no such answer was given.
   */
  readonly autoFail: 'proved' | 'unproved' | null;
}
