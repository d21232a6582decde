import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useKeys } from '../../parts/keys.js';
import { t, tn } from '../../texts/texts.js';
import { type CallFilters, countFilters } from './call-filters.js';

const TYPING_MS = 300;

interface FilterBarProps {
  readonly filters: CallFilters;
  readonly onFilters: (change: CallFilters) => void;
}

/** All filters beside each other where there is room, else in a sheet. */
export function FilterBar({ filters, onFilters }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(filters);
  const all = <Filters filters={filters} onFilters={onFilters} />;
  return (
    <search class="filters" aria-label={t('calls.filters')}>
      <SearchField value={filters.search ?? ''} onValue={(search) => onFilters({ search })} />
      <div class="filters-row not-small">{all}</div>
      <button type="button" class="second only-small" onClick={() => setOpen(true)}>
        <Icon name="filter" />
        {count === 0 ? t('calls.filters') : tn('calls.filters', count)}
      </button>
      {(count > 0 || filters.search) && (
        <button type="button" class="link" onClick={() => onFilters(NONE)}>
          {t('calls.clear')}
        </button>
      )}
      {isOpen && (
        <Dialog title={t('calls.filters')} onClose={() => setOpen(false)}>
          <div class="filters-sheet">{all}</div>
        </Dialog>
      )}
    </search>
  );
}

const NONE: CallFilters = {
  search: undefined,
  status: undefined,
  agent_id: undefined,
  contact_id: undefined,
  livemode: undefined,
  reviewed: undefined,
  from: undefined,
  until: undefined,
};

function Filters({ filters, onFilters }: FilterBarProps) {
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
        label={t('calls.mode')}
        value={filters.livemode ?? ''}
        choices={[
          ['', t('calls.mode.any')],
          ['true', t('calls.mode.live')],
          ['false', t('calls.mode.test')],
        ]}
        onValue={(livemode) => onFilters({ livemode })}
      />
      <Choice
        label={t('calls.reviewed')}
        value={filters.reviewed ?? ''}
        choices={[
          ['', t('calls.reviewed.any')],
          ['true', t('calls.reviewed.yes')],
          ['false', t('calls.reviewed.no')],
        ]}
        onValue={(reviewed) => onFilters({ reviewed })}
      />
      <Later
        label={t('calls.agent')}
        name="agent"
        value={filters.agent_id}
        onValue={(agent_id) => onFilters({ agent_id })}
      />
      <Later
        label={t('calls.contact')}
        name="contact"
        value={filters.contact_id}
        onValue={(contact_id) => onFilters({ contact_id })}
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

/** A text that counts once the person has paused. */
function useTyped(value: string, onValue: (value: string) => void): readonly [string, (value: string) => void] {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const given = useRef(value);
  // The address has changed by other means, such as the back button.
  if (given.current !== value) {
    given.current = value;
    if (typed !== value) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    typed,
    (next) => {
      setTyped(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        given.current = next;
        onValue(next);
      }, TYPING_MS);
    },
  ];
}

interface LaterProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | undefined;
  readonly onValue: (value: string) => void;
}

/** A field whose text counts once the person has paused. */
export function Later({ label, name, value, onValue }: LaterProps) {
  const [typed, type] = useTyped(value ?? '', onValue);
  return <Field label={label} name={name} value={typed} onValue={type} maxlength={255} autocomplete="off" />;
}

function SearchField({ value, onValue }: { readonly value: string; readonly onValue: (value: string) => void }) {
  const [typed, type] = useTyped(value, onValue);
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
      />
      <kbd class="not-small">/</kbd>
    </div>
  );
}
