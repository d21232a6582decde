export const EVALUATION_OUTCOMES = ['passed', 'failed', 'auto_failed', 'needs_review', 'not_assessable'] as const;
export type EvaluationOutcome = (typeof EVALUATION_OUTCOMES)[number];
