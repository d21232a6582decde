export const FORMS = {} as const;
