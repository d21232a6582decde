// What `GET /statistics` answers.

type Interval = readonly number[] | null;

export interface Mean {
  readonly mean: number | null;
  readonly ci: Interval;
  readonly median: number | null;
  readonly n: number;
}

export interface Rate {
  readonly value: number | null;
  readonly ci: Interval;
  readonly n: number;
}

export interface ChangeOf {
  readonly value: number | null;
  readonly ci: Interval;
}

export interface CallFigures {
  readonly calls: number;
  readonly audio_minutes: number;
  readonly compliance_score: Mean;
  readonly quality_score: Mean;
  readonly pass_rate: Rate;
  readonly violations: Readonly<Record<string, number>>;
  readonly not_assessable: number;
  readonly flagged: number;
  readonly reviewed: number;
  readonly overruled: number;
  readonly low_n: boolean;
  readonly change?: Readonly<
    Record<'calls' | 'audio_minutes' | 'compliance_score' | 'quality_score' | 'pass_rate', ChangeOf>
  >;
}

export interface EvaluationFigures {
  readonly evaluations: number;
  readonly score: Mean;
  readonly pass_rate: Rate;
  readonly coverage: number | null;
  readonly reviewed: number;
  readonly overruled: number;
  readonly low_n: boolean;
  readonly change?: Readonly<Record<'evaluations' | 'score' | 'pass_rate', ChangeOf>>;
}

export interface AnswerFigures {
  readonly answered: number;
  readonly na: number;
  readonly not_assessable: number;
  readonly awaiting_human: number;
  readonly skipped: number;
  readonly answers: readonly { readonly answer: string; readonly count: number; readonly share: Rate }[];
  readonly low_n: boolean;
}

interface Keyed {
  readonly key: Readonly<Record<string, string | null>>;
}
export type CallRow = CallFigures & Keyed;
export type EvaluationRow = EvaluationFigures & Keyed;
export type AnswerRow = AnswerFigures & Keyed;

interface Statistics<Row, Totals> {
  readonly rows: readonly Row[];
  readonly totals: Totals;
  readonly previous?: { readonly from: number; readonly to: number };
  readonly as_of: number;
}
export type CallStatistics = Statistics<CallRow, CallFigures>;
export type EvaluationStatistics = Statistics<EvaluationRow, EvaluationFigures>;
export type AnswerStatistics = Statistics<AnswerRow, unknown>;
