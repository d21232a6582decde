// Tables of the bench, for a terminal and for a README, and the cells in them.

export function count(value) {
  return String(value);
}

/** A percentage with one decimal; a dash without a value. */
export function percent(share) {
  return share === null || Number.isNaN(share) ? '-' : `${(Math.round(1000 * share) / 10).toFixed(1)} %`;
}

/** The first line is the head. Text stands left, and all columns from the first numeric one on stand right. */
export function linesOf({ head, rows }) {
  const isNumeric = numericColumns(rows, head);
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at].length)));
  const line = (row) =>
    row
      .map((cell, at) => (isNumeric[at] ? cell.padStart(widths[at]) : cell.padEnd(widths[at])))
      .join('  ')
      .trimEnd();
  return [head, ...rows].map(line);
}

/** The same as a table of Markdown. */
export function markdownOf({ head, rows }) {
  const line = (row) => `| ${row.join(' | ')} |`;
  const rule = numericColumns(rows, head).map((numeric) => (numeric ? '---:' : '---'));
  return [line(head), `|${rule.join('|')}|`, ...rows.map(line)];
}

function numericColumns(rows, head) {
  return head.map((_, at) => at > 0 && rows.every((row) => /^[-\d]/.test(row[at])));
}
