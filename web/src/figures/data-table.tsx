// A table whose rows can be sorted and copied.
import type { ComponentChildren } from 'preact';
import { Choice } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Copy } from '../parts/states.tsx';
import { number, t } from '../texts/texts.js';
import { MIN_COMPARED } from './figure.js';
import { type Order, ordered, orderOf, pressed } from './order.js';
import { type Cell, tableText } from './table-text.js';

const MAX_ROWS = 100;

export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  /** Value for sorting. */
  readonly value: (row: Row) => string | number | null;
  readonly show: (row: Row) => ComponentChildren;
  /** True for a whole number, which is right-aligned. */
  readonly isCount?: boolean;
  /** True for a mean or a share: it sorts rows only if each of them can be compared. */
  readonly isFigure?: boolean;
  /** Cells for copying, if more than the value is copied; each with its header. */
  readonly copied?: readonly (readonly [head: string, cell: (row: Row) => Cell])[];
}

interface DataTableProps<Row> {
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** True for a row with too few calls to be compared. */
  readonly isFew: (row: Row) => boolean;
  readonly isEmpty?: (row: Row) => boolean;
  /** True when figures are drawn in their cells. */
  readonly isDrawn: boolean;
  /** True when the default order is descending by name. */
  readonly isDown?: boolean;
  /** Sort order in the URL. */
  readonly asked: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
  /** True when all rows are shown, also beyond the first hundred. */
  readonly isWhole: boolean;
  readonly onWhole: () => void;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, isEmpty, isDrawn, isWhole, onWhole } = props;
  const [name, ...others] = columns;
  const hasFew = rows.some(props.isFew);
  const byDefault: Order<string> = { column: name.id, isDown: props.isDown ?? false };
  const mayStandBy = ({ isFigure }: Column<Row>) => !(isFigure && hasFew);
  const allowed = columns.filter(mayStandBy).map(({ id }) => id);
  const order = orderOf(props.asked, allowed, byDefault);
  const isRefused =
    order !==
      orderOf(
        props.asked,
        columns.map(({ id }) => id),
        byDefault,
      ) && hasFew;
  const by = columns.find(({ id }) => id === order.column) ?? name;
  const inOrder = ordered(rows, by.value, order.isDown);
  const shown = isWhole ? inOrder : inOrder.slice(0, MAX_ROWS);
  return (
    <>
      <div class="table-acts">
        {hasFew && (
          <p class="soft small" role={isRefused ? 'status' : undefined}>
            {t('day.order.byName', { n: MIN_COMPARED })}
          </p>
        )}
        {rows.length > 1 && (
          <span class="only-small">
            <Choice
              label={t('day.order')}
              value={`${order.isDown ? '-' : ''}${order.column}`}
              choices={columns
                .filter(mayStandBy)
                .flatMap(({ id, head }) => [
                  [id, t('day.order.up', { head })] as const,
                  [`-${id}`, t('day.order.down', { head })] as const,
                ])}
              onValue={(value) =>
                props.onOrder(value === `${byDefault.isDown ? '-' : ''}${name.id}` ? undefined : value)
              }
            />
          </span>
        )}
        <Copy text={copiedOf(columns, inOrder)} what={caption} />
      </div>
      <div class="table-place">
        <table class={isDrawn ? 'figures-table is-drawn' : 'figures-table'}>
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head
                  key={column.id}
                  column={column}
                  order={order}
                  onPress={
                    rows.length > 1 && mayStandBy(column)
                      ? () => props.onOrder(pressed(order, column.id, byDefault))
                      : null
                  }
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={keyOf(row)} class={isEmpty?.(row) ? 'is-empty' : undefined}>
                <th scope="row" class="cell-name">
                  {name.show(row)}
                </th>
                {others.map((column) => (
                  <td
                    key={column.id}
                    class={column.isCount ? 'figure cell-count' : column.isFigure ? 'cell-means' : undefined}
                  >
                    {column.show(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <button type="button" class="link" onClick={onWhole}>
          {t('day.all', { n: number(rows.length) })}
        </button>
      )}
    </>
  );
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly order: Order<string>;
  /** Null when rows cannot be sorted by this column. */
  readonly onPress: (() => void) | null;
}

function Head<Row>({ column: { id, head, isCount }, order, onPress }: HeadProps<Row>) {
  const isBy = order.column === id;
  return (
    <th
      scope="col"
      class={isCount ? 'figure' : undefined}
      aria-sort={isBy ? (order.isDown ? 'descending' : 'ascending') : undefined}
    >
      {onPress === null ? (
        head
      ) : (
        <button type="button" class="sort" onClick={onPress}>
          {head}
          {isBy && <Icon name={order.isDown ? 'down' : 'up'} />}
        </button>
      )}
    </th>
  );
}

/** Text of all rows, in the displayed order. */
function copiedOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = columns.flatMap(({ head, value, copied }) => copied ?? [[head, value] as const]);
  const table = [cells.map(([head]) => head), ...rows.map((row) => cells.map(([, cell]) => cell(row)))];
  return tableText(table, (value) => number(value, { useGrouping: false, maximumFractionDigits: 2 }));
}
