// Escapes cells that a spreadsheet would read as a formula. An apostrophe in front makes them text. When such a file is sent
// again, the apostrophe is removed, so that every cell keeps its text.

/** Cell that a spreadsheet reads as a formula, and such a cell that is escaped already. */
const FORMULA = /^'*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

export const asText = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);

/** Reverses {@link asText}. */
export const fromText = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
