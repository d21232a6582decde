import { useRef, useState } from 'preact/hooks';
import { type CallFilters, type FiltersProps, filtersIn } from '../../listing/call-filters.js';
import { chipsOf, FilterChips } from '../../listing/filter-chips.tsx';
import { Later, useTyped } from '../../listing/typed.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useKeys } from '../../parts/keys.js';
import { lazily } from '../../parts/lazily.tsx';
import { to } from '../../routing/router.js';
import { t, tn } from '../../texts/texts.js';

const MoreFilters = lazily<FiltersProps>(async () => (await import('./more-filters.tsx')).MoreFilters);

/** The frequent filters beside each other where there is room; the others, and on a small screen all of them, in a sheet. */
export function FilterBar({ filters, onFilters }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const chips = chipsOf(filters).filter(({ names }) => !names.includes('search'));
  const count = chips.length;
  const more = chips.filter(({ isBar }) => !isBar).length;
  const open = () => setOpen(true);
  const close = () => {
    // What is typed in the field that has the focus counts.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setOpen(false);
  };
  return (
    <search class="filters" aria-label={t('calls.filters')}>
      <SearchField value={filters.search ?? ''} onValue={(search) => onFilters({ search })} />
      <div class="filters-row not-small">
        <Frequent filters={filters} onFilters={onFilters} />
      </div>
      <button type="button" class="second not-small" onClick={open}>
        <Icon name="filter" />
        {more === 0 ? t('calls.more') : tn('calls.more', more)}
      </button>
      <button type="button" class="second only-small" onClick={open}>
        <Icon name="filter" />
        {count === 0 ? t('calls.filters') : tn('calls.filters', count)}
      </button>
      <FilterChips chips={chips} onFilters={onFilters} />
      {(count > 0 || filters.search) && (
        <button type="button" class="link" onClick={() => onFilters(clearing(filters))}>
          {t('calls.clear')}
        </button>
      )}
      {filters.search && (
        <a class="cut" href={to('/search', { q: filters.search })}>
          {t('calls.search.words', { words: filters.search })}
        </a>
      )}
      {isOpen && (
        <Dialog title={t('calls.filters')} onClose={close}>
          <div class="filters-sheet">
            <div class="filters-sheet only-small">
              <Frequent filters={filters} onFilters={onFilters} />
            </div>
            <MoreFilters filters={filters} onFilters={onFilters} />
            <div class="dialog-acts">
              <button type="button" onClick={close}>
                {t('calls.more.show')}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </search>
  );
}

const clearing = (filters: CallFilters): CallFilters =>
  Object.fromEntries(Object.keys(filtersIn({ ...filters, mode: undefined })).map((name) => [name, undefined]));

function Frequent({ filters, onFilters }: FiltersProps) {
  return (
    <>
      <Choice
        label={t('calls.status')}
        value={filters.status ?? ''}
        choices={[
          ['', t('calls.status.any')],
          ['processing', t('state.processing')],
          ['completed', t('state.completed')],
          ['failed', t('state.failed')],
        ]}
        onValue={(status) => onFilters({ status })}
      />
      <Choice
        label={t('calls.flagged')}
        value={filters.flagged ?? ''}
        choices={[
          ['', t('calls.flagged.any')],
          ['true', t('calls.flagged.true')],
          ['false', t('calls.flagged.false')],
        ]}
        onValue={(flagged) => onFilters({ flagged })}
      />
      <Later
        label={t('calls.agent')}
        name="agent"
        value={filters.agent_id}
        onValue={(agent_id) => onFilters({ agent_id })}
      />
      <Field
        label={t('calls.from')}
        name="from"
        type="date"
        value={filters.from ?? ''}
        onValue={(from) => onFilters({ from })}
      />
      <Field
        label={t('calls.until')}
        name="until"
        type="date"
        value={filters.until ?? ''}
        onValue={(until) => onFilters({ until })}
      />
    </>
  );
}

function SearchField({ value, onValue }: { readonly value: string; readonly onValue: (value: string) => void }) {
  const { typed, type, flush } = useTyped(value, onValue);
  const input = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => input.current?.focus() });
  return (
    <div class="search-field">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={t('calls.search')}
        placeholder={t('calls.search')}
        value={typed}
        maxLength={255}
        onInput={(event) => type(event.currentTarget.value)}
        onChange={flush}
      />
      <kbd class="not-small">/</kbd>
    </div>
  );
}
