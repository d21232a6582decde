// Why a call failed, as a word that programs may compare: `metadata.error_code`. The sentence beside it is for people.

/** Stable: a code keeps its meaning, and more may come. */
export const FAILURE_CODES = [
  'not_audio',
  'too_long',
  'too_large',
  'url_unreachable',
  'url_refused',
  'quota_exceeded',
  'provider_refused',
  'provider_failed',
  'language_unsupported',
  'not_processable',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];
