// Sizes in the unit that fits them. Without the browser.
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The largest unit with a value of at least one. */
export function inUnit(bytes: number): { readonly value: number; readonly unit: (typeof UNITS)[number] } {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return { value: bytes / 1000 ** step, unit: UNITS[step] ?? 'byte' };
}
