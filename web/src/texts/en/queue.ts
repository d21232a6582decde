export const QUEUE = {} as const;
