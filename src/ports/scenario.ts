// What a caller with a test key can have the service hear instead of a recording.

/** Stable, and part of the contract; more may come. */
export const SCENARIOS = [
  'good_call',
  'bad_call',
  'mono_unclear_roles',
  'no_speech',
  'not_assessable',
  'long_call',
  'slow',
  'fails_unreadable',
  'fails_provider',
  'quota_exceeded',
  'overage_exceeded',
  'storage_failed',
  'rate_limited',
] as const;

export type Scenario = (typeof SCENARIOS)[number];
