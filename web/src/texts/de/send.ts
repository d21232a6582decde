export const SEND = {} as const;
