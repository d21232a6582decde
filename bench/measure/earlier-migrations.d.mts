export const FIRST_RELEASE: string;
export const LAST_BUILD_OF_FIRST_RELEASE: string;
export function migrateAs(url: string, commit: string, before?: string): Promise<void>;
