export const LONG_FILES: Readonly<Record<string, string>>;
