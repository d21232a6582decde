// Every bench, by the name that `npm run bench -- --only NAME` takes.
/**
 * Benches that `npm run bench` runs without names, in the order of the bars. Each takes the arguments that bring it to its end
 * in `seconds` on two cores; all together stay below 12 minutes.
 */
const IN_A_RUN = [
  { name: 'pipeline', script: 'pipeline/pipeline-bench.mjs', args: [], seconds: 35 },
  { name: 'first-calls', script: 'pipeline/first-calls-bench.mjs', args: [], seconds: 60 },
  { name: 'get', script: 'get/get-bench.mjs', args: [], seconds: 70 },
  { name: 'webhooks', script: 'webhooks/webhooks-bench.mjs', args: [], seconds: 35 },
  { name: 'upload', script: 'upload/upload-bench.mjs', args: [], seconds: 50 },
  {
    name: 'list',
    script: 'list/list-bench.mjs',
    args: ['--rows', '1250000', '--account-rows', '1000000', '--rounds', '10', '--seconds', '1.5'],
    seconds: 155,
  },
  {
    name: 'accept',
    script: 'accept/accept-bench.mjs',
    args: ['--entries', '0,300000', '--seconds', '1', '--rounds', '3'],
    seconds: 27,
  },
  { name: 'evaluations', script: 'evaluations/evaluations-bench.mjs', args: ['--rounds', '10'], seconds: 75 },
  {
    name: 'review-queue',
    script: 'reviews/review-queue-bench.mjs',
    args: ['--rows', '210000', '--account-rows', '200000', '--rounds', '2', '--seconds', '0.5'],
    seconds: 65,
  },
  { name: 'costly', script: 'evaluations/costly-forms-bench.mjs', args: ['--seconds', '5'], seconds: 45 },
  { name: 'turns', script: 'pipeline/turns-bench.mjs', args: ['--rounds', '3'], seconds: 47 },
  { name: 'yield', script: 'rescore/yield-bench.mjs', args: ['--stored', '2000', '--rounds', '3'], seconds: 50 },
];

/**
 * Benches that run by name alone: they take longer, or answer another question than what a request costs. `tests` are run
 * by Vitest, with `env`, and print what they count.
 */
const BY_NAME = [
  { name: 'apart', script: 'pipeline/apart-bench.mjs' },
  { name: 'batches', script: 'batches/batches-bench.mjs' },
  { name: 'console', script: 'console/console-bench.mjs' },
  { name: 'export', script: 'exports/export-bench.mjs' },
  { name: 'filters', script: 'filters/filters-bench.mjs' },
  { name: 'fleet', script: 'fleet/fleet-bench.mjs' },
  { name: 'migrate', script: 'migrate/migrate-bench.mjs' },
  { name: 'neighbours', script: 'neighbours/neighbours-bench.mjs' },
  { name: 'quality', script: 'quality/quality-bench.mjs' },
  { name: 'redaction-cost', script: 'redaction/cost-bench.mjs' },
  {
    name: 'redaction-found',
    tests: ['unit', 'test/speech/redaction/held-out/held-out.unit.test.ts'],
    env: { SHOW_REDACTION: 'seen' },
  },
  {
    name: 'redaction-groups',
    tests: ['unit', 'test/speech/redaction/groups/groups.unit.test.ts'],
    env: { SHOW_REDACTION: 'figures' },
  },
  { name: 'redaction-stored', script: 'redaction/stored-bench.mjs' },
  {
    name: 'redaction-unseen',
    tests: ['unit', 'test/speech/redaction/unseen/unseen.unit.test.ts'],
    env: { SHOW_REDACTION: 'figures' },
  },
  {
    name: 'rescore',
    tests: ['faults', 'test/faults/killed-while-rescoring.test.ts'],
    env: { RESCORED_CALLS: '10000', RESCORE_KILLS: '20' },
  },
  { name: 'search', script: 'search/search-bench.mjs' },
  { name: 'sight', script: 'filters/sight-bench.mjs' },
  { name: 'statistics', script: 'statistics/statistics-bench.mjs' },
  {
    name: 'statistics-random',
    tests: ['servers', 'test/insight/statistics/reading/random-stores.test.ts'],
    env: { RANDOM_STORES: '50', RANDOM_CALLS: '20000', RANDOM_QUESTIONS: '60' },
  },
];

export const BENCHES = [
  ...IN_A_RUN.map((bench) => ({ ...bench, isInRun: true })),
  ...BY_NAME.map((bench) => ({ ...bench, isInRun: false })),
];

/** The command of a bench, for `node`. */
export function commandOf({ script, tests, env }, args) {
  const [project, file] = tests ?? [];
  const program = script ? [`bench/${script}`] : ['node_modules/vitest/vitest.mjs', 'run', '--project', project, file];
  return { argv: [...program, ...args], env: { ...env, ...process.env } };
}
