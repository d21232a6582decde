// Sizes of files and of what an account holds, in the language of the page.
import { inUnit } from './in-unit.js';
import { number } from './texts.js';

export function bytesText(bytes: number): string {
  const { value, unit } = inUnit(bytes);
  return number(value, { style: 'unit', unit, maximumFractionDigits: value < 10 && unit !== 'byte' ? 1 : 0 });
}
