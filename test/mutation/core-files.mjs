// The sources whose mutants are run: what decides about findings, money, claims, deliveries, limits and access, and the pure
// parts of the adapters.

/** Their unit tests need no servers: StrykerJS runs them. */
export const UNIT_TESTED = [
  'src/judgement',
  'src/speech/transcript',
  'src/work/claim-lease.ts',
  'src/work/doorbells.ts',
  'src/work/engine-shortfall.ts',
  'src/work/failure-policy.ts',
  'src/work/lanes.ts',
  'src/work/run-end.ts',
  'src/work/slot-pool.ts',
  'src/work/work-metrics.ts',
  'src/work/worker.ts',
  'src/work/worker-slots.ts',
  'src/platform/concurrency',
  'src/platform/outbound',
  'src/adapters/openai',
  'src/adapters/vendor',
  'src/adapters/stripe',
  'src/adapters/cut-speech.ts',
];

/** Their tests need Postgres or Redis: run-mutants.mjs runs them. */
export const SERVER_TESTED = [
  'src/billing',
  'src/webhooks',
  'src/calls/claims/analysis-claims.ts',
  'src/calls/claims/claim-statements.ts',
  'src/calls/claims/due-calls.ts',
  'src/scorecards/evaluations/evaluation-claims.ts',
  'src/scorecards/rescores/rescore-claims.ts',
  'src/work/claim-statements.ts',
  'src/work/due-work.ts',
  'src/work/row-claims.ts',
  'src/work/engine-pause.ts',
  'src/work/engine-pause-store.ts',
  'src/platform/http/access',
  'src/platform/http/idempotency',
  'src/platform/http/rate-limit',
  'src/accounts/api-keys',
  'src/accounts/auth',
];

/** Declarations for documents, wiring and samples: contract tests and every start of the service read them. */
const LEFT_OUT =
  /\.(module|controller|responses?|requests?|openapi|entity|generated)\.ts$|\/(sample-[^/]*|[^/]*-page|thread-program)\.ts$/;

export const isMutated = (file) => file.endsWith('.ts') && !LEFT_OUT.test(file);
