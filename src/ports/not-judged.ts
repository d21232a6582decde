// Why a language model has not judged what it was asked about, although its provider works: another attempt would end the same
// way.

/** Clients see these names in `results.not_judged_reason`. */
export const NOT_JUDGED_REASONS = ['model_declined', 'too_long_for_model'] as const;

export type NotJudgedReason = (typeof NOT_JUDGED_REASONS)[number];
