// How the rows of a table stand. Without the browser.

export interface Order<Column extends string> {
  readonly column: Column;
  /** The greatest first. */
  readonly isDown: boolean;
}

/** @param asked in the address: the name of a column, with `-` in front the greatest first */
export function orderOf<Column extends string>(
  asked: string | undefined,
  columns: readonly Column[],
  byDefault: Order<Column>,
): Order<Column> {
  const isDown = asked?.startsWith('-') ?? false;
  const column = columns.find((one) => one === (isDown ? asked?.slice(1) : asked));
  return column === undefined ? byDefault : { column, isDown };
}

/** What the address says once the head of a column was pressed: the other way round where rows stand by it already. */
export function pressed<Column extends string>(
  now: Order<Column>,
  column: Column,
  byDefault: Order<Column>,
): string | undefined {
  const isDown = now.column === column ? !now.isDown : column !== byDefault.column || byDefault.isDown;
  if (column === byDefault.column && isDown === byDefault.isDown) return undefined;
  return `${isDown ? '-' : ''}${column}`;
}

/** Rows without a value stand last, whichever way. */
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
/** `agent-9` before `agent-10`. */
const compareNames = (one: string, other: string): number => collator.compare(one, other);
