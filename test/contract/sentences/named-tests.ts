// Shortcuts for the tests that the lists of sentences name: by the file they are in, and single tests named often.
import type { TestName } from './sentence.js';

export const route = (title: string): TestName => ['contract/every-route', title];
export const analyses = (title: string): TestName => ['contract/analyses', title];
export const account = (title: string): TestName => ['contract/account', title];
export const paths = (title: string): TestName => ['contract/paths', title];
export const submission = (title: string): TestName => ['contract/submission-limits', title];
export const tokens = (title: string): TestName => ['auth/auth.controller', title];
export const logIns = (title: string): TestName => ['auth/tokens', title];
export const guard = (title: string): TestName => ['auth/caller.guard', title];
export const keys = (title: string): TestName => ['api-keys/api-keys.controller', title];
export const limits = (title: string): TestName => ['platform/http/rate-limit/rate-limit.guard', title];
export const errors = (title: string): TestName => ['platform/http/errors/error.filter', title];
export const mishap = (title: string): TestName => ['e2e/what-can-go-wrong', title];
export const list = (title: string): TestName => ['analysis/analysis.controller', title];
export const plans = (title: string): TestName => ['billing/plans', title];
export const ledger = (title: string): TestName => ['billing/usage/minutes-ledger', title];

export const ACCEPTED = analyses('is accepted with 201: processing, without transcript and results, in Unix seconds');
export const COMPLETED = analyses('is polled until it is completed, and then has every member of the specification');
export const LISTED = analyses('has its four members, filters that combine, and the newest first');
export const PURPOSE = account('every route that is known by its purpose alone answers as documented');
export const PAIR = account('a log-in gives a token pair: bearer, 1800 seconds, and seven days to refresh');
export const KEY = account('are shown in full once, with their prefix, and both headers take them');
export const DEFAULT_LIMITS = account(
  '100 requests a minute for the account, 20 of them submissions, with Unix time of the reset',
);
export const MISSING = analyses('needs a file, or a URL in JSON, and both identifiers: every missing field is an item');
