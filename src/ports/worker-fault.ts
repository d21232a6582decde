// What may be wrong with the worker itself, not with a call and not with a provider: no call is charged with it.

export const WORKER_FAULTS = ['work_folder', 'disk_space', 'decoder', 'storage', 'speech_engine'] as const;

export type WorkerFault = (typeof WORKER_FAULTS)[number];
