export const DECIDE = {} as const;
