// The names of the queues in Redis. They stand here so that a process can show all queues without loading the features.

/** Jobs carry the id of an analysis. */
export const CALLS_QUEUE = 'calls';
/** Jobs carry the id of a webhook delivery. */
export const DELIVERIES_QUEUE = 'deliveries';

export const QUEUE_NAMES = [CALLS_QUEUE, DELIVERIES_QUEUE] as const;
