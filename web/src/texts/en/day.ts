export const DAY = {} as const;
