export function staleSource(): string | null;
