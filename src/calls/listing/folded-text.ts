// SQL for texts that are compared without their case.
import type { Parameters } from './analysis-filter.js';

/** SQL condition: a column whose case is folded already contains the text, whatever the text's case. */
export function containsFolded(foldedColumn: string, text: string, p: Parameters): string {
  return `${foldedColumn} LIKE ${foldedPattern(text, p)}`;
}

/** Decomposed before it is escaped: a wide percent sign would become a wildcard by folding. */
export const foldedPattern = (text: string, p: Parameters) =>
  `analysis_folded(${p.add(containing(text.normalize('NFKD')), 'text')})`;

/** A LIKE pattern in which the client's `%`, `_` and `\` mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
