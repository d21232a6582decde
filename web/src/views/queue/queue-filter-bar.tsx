import { useState } from 'preact/hooks';
import { useResource } from '../../api/use-resource.js';
import { Later } from '../../listing/typed.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { t, tn } from '../../texts/texts.js';
import { countFilters, type QueueFilters, REASONS } from './queue-filters.js';

/** More forms than a list to choose from can be used with. */
const MAX_FORMS = 100;

interface QueueFilterBarProps {
  readonly filters: QueueFilters;
  readonly onFilters: (change: QueueFilters) => void;
}

/** All filters beside each other where there is room, else in a sheet. */
export function QueueFilterBar({ filters, onFilters }: QueueFilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(filters);
  const all = <Filters filters={filters} onFilters={onFilters} />;
  return (
    <search class="filters" aria-label={t('calls.filters')}>
      <div class="filters-row not-small">{all}</div>
      <button type="button" class="second only-small" onClick={() => setOpen(true)}>
        <Icon name="filter" />
        {count === 0 ? t('calls.filters') : tn('calls.filters', count)}
      </button>
      {count > 0 && (
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

const NONE: QueueFilters = { reason: undefined, agent_id: undefined, scorecard_id: undefined, from: undefined };

function Filters({ filters, onFilters }: QueueFilterBarProps) {
  const forms = useResource('forms', async (client, signal) =>
    client.scorecards.list({ limit: MAX_FORMS }, { signal }),
  );
  return (
    <>
      <Choice
        label={t('queue.why')}
        value={filters.reason ?? ''}
        choices={[['', t('queue.reason.any')], ...REASONS.map((reason) => [reason, t(`queue.tag.${reason}`)] as const)]}
        onValue={(reason) => onFilters({ reason })}
      />
      {forms.value !== null && forms.value.items.length > 0 && (
        <Choice
          label={t('queue.form')}
          value={filters.scorecard_id ?? ''}
          choices={[['', t('queue.form.any')], ...forms.value.items.map(({ id, name }) => [id, name] as const)]}
          onValue={(scorecard_id) => onFilters({ scorecard_id })}
        />
      )}
      <Later
        label={t('calls.agent')}
        name="agent"
        value={filters.agent_id}
        onValue={(agent_id) => onFilters({ agent_id })}
      />
      <Choice
        label={t('review.order')}
        value={filters.order ?? ''}
        choices={[
          ['', t('review.order.severity')],
          ['worth', t('review.order.worth')],
        ]}
        onValue={(order) => onFilters({ order })}
      />
      <Field
        label={t('calls.from')}
        name="from"
        type="date"
        value={filters.from ?? ''}
        onValue={(from) => onFilters({ from })}
      />
    </>
  );
}
