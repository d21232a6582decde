// Cells that a spreadsheet would take for a formula. An apostrophe in front makes them text; a file with such cells that is sent
// again is read without the apostrophe, so that every cell comes back as it was.

/** What a spreadsheet takes for the beginning of a formula, and every cell that is made safe already. */
const FORMULA = /^'*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

export const asText = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);

/** The cell that {@link asText} was given. */
export const fromText = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
