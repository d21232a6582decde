// The languages whose grammar the service knows.
export const KNOWN_LANGUAGES = ['en', 'de'] as const;
export type KnownLanguage = (typeof KNOWN_LANGUAGES)[number];
