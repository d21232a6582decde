// The names of the queues in Redis. Every process has each of them, to ring and to show, whatever it works on.

/** A job says that a call with a stored recording waits for a worker. */
export const CALLS_QUEUE = 'calls';
/** A job says that a recording waits to be downloaded. */
export const DOWNLOADS_QUEUE = 'downloads';
/** A job says that a scenario waits for a worker. */
export const SANDBOX_QUEUE = 'sandbox';
/** A job says that an evaluation waits for a worker. */
export const EVALUATIONS_QUEUE = 'evaluations';
/** A job says that a correction of a transcript waits for a worker. */
export const CORRECTIONS_QUEUE = 'corrections';
/** A job says that a stored call waits to be masked. */
export const CALL_REDACTIONS_QUEUE = 'call-redactions';
/** A job says that an item of an engine trial waits for a worker. */
export const ENGINE_TRIALS_QUEUE = 'engine-trials';
/** A job says that an export waits for a worker. */
export const EXPORTS_QUEUE = 'exports';
/** A job says that the manifest of a batch waits to be read. */
export const MANIFESTS_QUEUE = 'manifests';
/** Jobs carry the id of a webhook delivery. */
export const DELIVERIES_QUEUE = 'deliveries';

/** The queues whose jobs wake workers for what waits in Postgres. */
const WORK_QUEUES = [
  CALLS_QUEUE,
  DOWNLOADS_QUEUE,
  SANDBOX_QUEUE,
  EVALUATIONS_QUEUE,
  CORRECTIONS_QUEUE,
  CALL_REDACTIONS_QUEUE,
  ENGINE_TRIALS_QUEUE,
  EXPORTS_QUEUE,
  MANIFESTS_QUEUE,
] as const;
export type WorkQueue = (typeof WORK_QUEUES)[number];

export const QUEUE_NAMES = [...WORK_QUEUES, DELIVERIES_QUEUE] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];
