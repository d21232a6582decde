export const ACTS = {} as const;
