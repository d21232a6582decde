// A revision's form, as it is stored and as clients receive it, with every default filled in: sections of questions, each with
// its answers and its judge.
import type { Role } from '../../ports/transcript.js';

export interface Form {
  /** ISO 639-1: the language of the phrases. Null: unknown; the phrases then count in calls of every language. */
  readonly language: string | null;
  /** Compared with the rounded score, 0 to 100. Null: every score passes. */
  readonly pass_mark: number | null;
  /** 0 to 1. Below this coverage there is no score. */
  readonly min_coverage: number;
  readonly sections: readonly FormSection[];
}

export interface FormSection {
  readonly key: string;
  readonly title: string;
  /** 0 or more. */
  readonly weight: number;
  readonly questions: readonly FormQuestion[];
}

export interface FormQuestion {
  /** Unique within the form. */
  readonly key: string;
  readonly text: string;
  readonly guidance: string | null;
  /** Speaker whose words must prove an answer. Null: either party. */
  readonly speaker: Role | null;
  /** 0 or more. A question of weight 0 is a tag: it counts in no score. */
  readonly weight: number;
  /** Part of the call in which the quotation must begin. Null: anywhere. */
  readonly within: { readonly from: 'start' | 'end'; readonly seconds: number } | null;
  readonly answers: readonly FormAnswer[];
  /** Whether `na` is an answer. */
  readonly na: boolean;
  /** Earlier question, and those of its answers with which this one applies. Null: it always applies. */
  readonly applies_if: { readonly question: string; readonly in: readonly string[] } | null;
  readonly judge: QuestionJudge;
  /** `suggest`: the answer is shown and does not count until a person confirms it. */
  readonly automation: 'score' | 'suggest';
}

export interface FormAnswer {
  readonly key: string;
  readonly label: string;
  /** 0 or more. */
  readonly points: number;
  readonly needs_quote: boolean;
  readonly auto_fail: boolean;
}

/**
 * Members of each kind of judge besides its `kind`. With records by `JudgeKind`, the compiler reports every place that a new kind
 * needs.
 */
interface JudgeMembers {
  readonly model: unknown;
  readonly phrases: {
    /** Patterns, see docs/scorecards.md. One match gives `answer`. */
    readonly any: readonly string[];
    /** A match cancels a match of `any` in the same sentence. */
    readonly none: readonly string[];
    readonly answer: string;
    /** A key of the question's answers, or `na`. */
    readonly otherwise: string;
  };
  readonly metric: { readonly metric: string; readonly bands: readonly MetricBand[] };
  readonly finding: {
    /** A built-in finding, or the rule of a violation or an observation. */
    readonly finding: string;
    readonly answer: string;
    readonly otherwise: string;
  };
  readonly human: unknown;
}

export type JudgeKind = keyof JudgeMembers;

export type QuestionJudge<Kind extends JudgeKind = JudgeKind> = {
  [Each in Kind]: { readonly kind: Each } & JudgeMembers[Each];
}[Kind];

/** Answerer of each kind of question: the service itself, the language model that it asks, or a person. */
export const ANSWERED_BY: Readonly<Record<JudgeKind, 'service' | 'model' | 'person'>> = {
  model: 'model',
  phrases: 'service',
  metric: 'service',
  finding: 'service',
  human: 'person',
};

export const JUDGE_KINDS = Object.keys(ANSWERED_BY) as readonly JudgeKind[];

/** Bands ascend. A value below `below`, and not below the bound of the band before, has this answer. */
export interface MetricBand {
  /** Null in the last band: every further value. */
  readonly below: number | null;
  readonly answer: string;
}

/** Decimals kept in a form's numbers; more are rounded half up. */
export const MAX_DECIMALS = 6;

/** Answer that the question does not apply to the call. No answer of a form has this key. */
export const NOT_APPLICABLE = 'na';

export const questionsOf = ({ sections }: Form): FormQuestion[] => sections.flatMap(({ questions }) => questions);
