// Which days, whose calls, and of which mode. All of it stands in the address.
import { useState } from 'preact/hooks';
import { Choice, Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { to } from '../../routing/router.js';
import { t } from '../../texts/texts.js';
import { type DayFilters, dayOf, LENGTHS, type Period, shifted } from './period.js';

const MAX_NAME_CHARS = 255;

interface DayBarProps {
  readonly filters: DayFilters;
  readonly period: Period;
  readonly onFilters: (change: DayFilters) => void;
}

export function DayBar({ filters, period, onFilters }: DayBarProps) {
  const now = new Date();
  const today = dayOf(now);
  const isToday = period.days[0] === today;
  const at = (change: DayFilters) => to('/day', { ...filters, ...change });
  return (
    <search class="filters day-bar" aria-label={t('day.length')}>
      <div class="day-lengths">
        {LENGTHS.map((length) => (
          <a
            key={length}
            class="day-length"
            href={at({ days: length === 1 ? undefined : String(length) })}
            aria-current={period.length === length ? 'true' : undefined}
          >
            {t(`day.length.${length}`)}
          </a>
        ))}
      </div>
      <a class="button second" href={at({ until: shifted(period, -1, now) })} aria-label={t('day.earlier')}>
        <Icon name="back" />
      </a>
      <Field
        label={t('day.until')}
        name="until"
        type="date"
        value={period.days[0] ?? today}
        onValue={(until) => onFilters({ until: until === today ? undefined : until })}
      />
      {!isToday && (
        <>
          <a class="button second" href={at({ until: shifted(period, 1, now) })} aria-label={t('day.later')}>
            <Icon name="ahead" />
          </a>
          <a href={at({ until: undefined })}>{t('day.today')}</a>
        </>
      )}
      <Agent key={filters.agent ?? ''} given={filters.agent ?? ''} onAgent={(agent) => onFilters({ agent })} />
      <Choice
        label={t('calls.mode')}
        value={filters.mode === 'test' ? 'test' : 'live'}
        choices={[
          ['live', t('calls.mode.live')],
          ['test', t('calls.mode.test')],
        ]}
        onValue={(mode) => onFilters({ mode: mode === 'test' ? mode : undefined })}
      />
    </search>
  );
}

/** Counts with Enter: each letter would read the calls anew. */
function Agent({ given, onAgent }: { readonly given: string; readonly onAgent: (agent: string) => void }) {
  const [typed, setTyped] = useState(given);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAgent(typed.trim());
      }}
    >
      <Field
        label={t('day.agent')}
        name="agent"
        type="search"
        value={typed}
        onValue={setTyped}
        maxlength={MAX_NAME_CHARS}
        autocomplete="off"
      />
    </form>
  );
}
