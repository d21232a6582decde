// Sort order of a table's rows. Without the browser.

export interface Order<Column extends string> {
  readonly column: Column;
  /** The greatest first. */
  readonly isDown: boolean;
}

/** @param asked from the URL: name of a column, with `-` in front for descending order */
export function orderOf<Column extends string>(
  asked: string | undefined,
  columns: readonly Column[],
  byDefault: Order<Column>,
): Order<Column> {
  const isDown = asked?.startsWith('-') ?? false;
  const column = columns.find((one) => one === (isDown ? asked?.slice(1) : asked));
  return column === undefined ? byDefault : { column, isDown };
}

/** URL parameter after a press on a column's header: reverses the order if the rows are sorted by this column. */
export function pressed<Column extends string>(
  now: Order<Column>,
  column: Column,
  byDefault: Order<Column>,
): string | undefined {
  const isDown = now.column === column ? !now.isDown : column !== byDefault.column || byDefault.isDown;
  if (column === byDefault.column && isDown === byDefault.isDown) return undefined;
  return `${isDown ? '-' : ''}${column}`;
}

/** Sorts rows. Rows without a value are last in both directions. */
export function ordered<Row>(
  rows: readonly Row[],
  sortedBy: (row: Row) => string | number | null,
  isDown: boolean,
): readonly Row[] {
  const sign = isDown ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [sortedBy(one), sortedBy(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b)));
  });
}

const collator = new Intl.Collator(undefined, { numeric: true });
/** Sorts `agent-9` before `agent-10`. */
const compareNames = (one: string, other: string): number => collator.compare(one, other);
