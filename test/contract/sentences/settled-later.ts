// What was settled after the specification and holds where the two differ, each point with its tests.
import type { Sentence, TestName } from './sentence.js';

const idempotency = (title: string): TestName => ['platform/http/idempotency/idempotency.interceptor', title];

const oneLine = (title: string): TestName => ['pipeline/transcript/one-line.unit', title];
const declared = (title: string): TestName => ['pipeline/intake/declared-duration.unit', title];

export const SETTLED_LATER: readonly Sentence[] = [
  {
    says: 'The scope of an idempotency key holds the mode',
    tests: [
      idempotency('keeps the keys of live and test mode apart'),
      idempotency(
        'replays what an earlier release kept for both modes together, but no answer of one mode in the other',
      ),
    ],
  },
  {
    says: 'A request with good credentials to an unknown route counts to the account',
    tests: [
      ['auth/unknown-routes', 'counts to the account of good credentials, also where only the method is unknown'],
      ['auth/unknown-routes', 'counts to the address without credentials or with bad ones, and stays a 404'],
      ['auth/unknown-routes', 'is refused once the account has used up its budget'],
    ],
  },
  {
    says: 'The recording link is limited by client address and carries the rate-limit headers',
    tests: [
      ['contract/recording-links', 'are limited by client address, whoever opens them, and say how much is left'],
    ],
  },
  {
    says: 'Test mode has 10,000 minutes a month unless the operator says otherwise',
    tests: [['billing/minutes-ledger', 'gives test keys an allowance of their own: 10,000 minutes a month']],
  },
  {
    says: 'One segment is one line: line breaks and other control characters become spaces',
    tests: [
      oneLine('is one line for each segment, whatever line breaks and control characters it holds'),
      oneLine('loses no word, and nothing else changes'),
    ],
  },
  {
    says: "A file declares a length only where the format's own mandatory header says it",
    tests: [
      declared('garbage behind a magic number never declares a length'),
      declared('flac: nothing is declared behind fLaC unless STREAMINFO follows as the format asks'),
      declared('wav: nothing is declared by a byte rate that contradicts the samples'),
    ],
  },
];
