export type Values = Readonly<Record<string, string | number>>;

/** Puts values in the place of their names in braces. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name));
}
