import { t, tn } from '../../texts/texts.js';
import { type Column, columnsOf, type Rows } from './columns.js';

interface ColumnsPickerProps {
  readonly of: Rows;
  /** Null: all of them. */
  readonly columns: readonly Column[] | null;
  readonly onColumns: (columns: readonly Column[] | null) => void;
}

/** Columns in the order of the API; at least one is selected. */
export function ColumnsPicker({ of, columns, onColumns }: ColumnsPickerProps) {
  const all = columnsOf(of);
  const chosen = columns ?? all;
  const change = (name: Column, isChosen: boolean) => {
    const next = all.filter((one) => (one === name ? isChosen : chosen.includes(one)));
    if (next.length > 0) onColumns(next.length === all.length ? null : next);
  };
  return (
    <details class="export-columns">
      <summary>{columns === null ? t('exports.columns.all') : tn('exports.columns', columns.length)}</summary>
      <fieldset class="export-columns-list">
        <legend class="unseen">{t('exports.columns')}</legend>
        {all.map((name) => (
          <label key={name} class="choice">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              // The last one cannot be removed: a file without columns would be empty.
              disabled={chosen.length === 1 && chosen.includes(name)}
              onChange={({ currentTarget }) => change(name, currentTarget.checked)}
            />
            <code>{name}</code>
          </label>
        ))}
      </fieldset>
      {columns !== null && (
        <button type="button" class="link" onClick={() => onColumns(null)}>
          {t('exports.columns.whole')}
        </button>
      )}
    </details>
  );
}
