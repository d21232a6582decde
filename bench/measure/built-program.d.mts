export function programOf(home: string): string;
