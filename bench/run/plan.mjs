// The benches of `npm run bench`, in the order of the bars. Each takes the arguments that bring it to its end in `seconds` on two
// cores; all together stay below 12 minutes.
export const PLAN = [
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

/** The benches that `npm run bench` leaves out: they take longer, or answer another question than what a request costs. */
export const APART = [
  'bench:batches',
  'bench:console',
  'bench:export',
  'bench:filters',
  'bench:fleet',
  'bench:neighbours',
  'bench:migrate',
  'bench:rescore',
  'bench:redaction',
  'bench:search',
  'bench:quality',
  'bench:statistics',
];
