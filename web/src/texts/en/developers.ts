export const DEVELOPERS = {} as const;
