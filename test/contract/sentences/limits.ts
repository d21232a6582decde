// What the specification promises about limits, each sentence with its tests.
import {
  account,
  analyses,
  DEFAULT_LIMITS,
  ledger,
  limits,
  list,
  mishap,
  PAIR,
  route,
  submission,
} from './named-tests.js';
import type { Sentence } from './sentence.js';

export const LIMITS: readonly Sentence[] = [
  {
    says: '100 requests a minute',
    tests: [DEFAULT_LIMITS, limits('let exactly the limit pass, over two processes and many connections')],
  },
  {
    says: 'The default limit is for all requests',
    tests: [limits('count every request of the interface and set their headers, whatever its status')],
  },
  { says: '20 submissions a minute', tests: [DEFAULT_LIMITS] },
  {
    says: '500 MB a recording',
    tests: [submission('may be exactly 500 MB'), submission('may not be one byte more')],
  },
  {
    says: 'Nine formats',
    tests: [
      ['pipeline/intake/audio-format.unit', '$name is recognised as $reported'],
      ['pipeline/intake/audio-format.unit', '%s is no accepted format'],
    ],
  },
  {
    says: 'Pages of 1 to 1000, 100 by default',
    tests: [analyses('refuses %s'), list('is newest first, a hundred at a time, over any number of months')],
  },
  {
    says: 'General pages of 20, at most 100',
    tests: [
      analyses('general lists refuse %s'),
      analyses('general lists have items, total, skip and limit, 20 unless asked otherwise'),
    ],
  },
  {
    says: 'An idempotency key holds 24 hours',
    tests: [
      [
        'platform/http/idempotency/idempotency.interceptor',
        'forgets a key after 24 hours, and lets a request take over from a dead process',
      ],
      [
        'platform/http/idempotency/idempotency.interceptor',
        'replays an upload byte for byte, with either spelling of the path, and stores nothing again',
      ],
    ],
  },
  { says: 'Access tokens last 30 minutes, refresh tokens 7 days', tests: [PAIR] },
  {
    says: 'Rate-limit headers are on all responses',
    tests: [
      limits('count every request of the interface and set their headers, whatever its status'),
      route('%s: 401 that says how to authenticate'),
    ],
  },
  { says: 'Reset is a Unix time', tests: [DEFAULT_LIMITS] },
  { says: 'Beyond the limit it is 429', tests: [DEFAULT_LIMITS] },
  {
    says: 'Minutes are rounded up to a hundredth',
    tests: [
      ledger('goes by what decodes, not by what the header claims'),
      ['e2e/story-of-one-call', 'bills the decoded minutes, once'],
    ],
  },
  {
    says: 'Free has 100 minutes; Starter 1000 for 49; Growth 5000 for 199 dollars',
    tests: [account('sells three plans: 100, 1000 and 5000 minutes for 0, 49 and 199 dollars')],
  },
  {
    says: 'Overage is charged by the minute, only as far as its limit allows',
    tests: [
      ledger('lets as many more in as the overage limit carries, and names that limit'),
      ledger('splits what passes the included minutes, and its cents add up whatever the pieces'),
    ],
  },
  {
    says: '402 before acceptance when a limit is exceeded',
    tests: [
      submission('go by the plan first, then by the overage limit, each with its sentence'),
      mishap('accepts no more than the plan carries'),
    ],
  },
  { says: 'Listing does not count as usage', tests: [analyses('takes no minutes')] },
];
