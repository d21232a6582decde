import { useResource } from '../../../api/use-resource.js';
import { Later } from '../../../listing/typed.tsx';
import { Field } from '../../../parts/field.tsx';
import { whoIs } from '../../../people/who.js';
import { named, t } from '../../../texts/data.js';
import { fill } from '../../../texts/fill.js';
import { ACTIONS, shortId } from './entries.js';

/** The sentence of an action, without who did it. */
const labelOf = (action: string): string =>
  fill(named('audit.did', action.replace('.', '_')).replace(/^\{who\} /, ''), { who: '…', what: '…' });

const NAMES = ['action', 'actor', 'subject', 'from', 'until'] as const;
type Filters = Readonly<Partial<Record<(typeof NAMES)[number], string | undefined>>>;

interface AuditFiltersProps {
  readonly filters: Filters;
  /** Names of API keys, by their ids. */
  readonly keys: ReadonlyMap<string, string>;
  readonly onFilters: (change: Filters) => void;
}

export function AuditFilters({ filters, keys, onFilters }: AuditFiltersProps) {
  const names = useResource('member-names', async (client, signal) => {
    const { items } = await client.members.names({ signal });
    return items.map(({ id }) => id);
  });
  const { actor = '' } = filters;
  const members = names.value ?? [];
  const isKnown = actor === '' || actor === 'service' || members.includes(actor) || keys.has(actor);
  const isActive = NAMES.some((name) => filters[name]);
  return (
    <search class="filters audit-filters" aria-label={t('calls.filters')}>
      <div class="filters-row">
        <select
          aria-label={t('audit.action')}
          value={filters.action ?? ''}
          onChange={({ currentTarget }) => onFilters({ action: currentTarget.value })}
        >
          <option value="">{t('audit.action.any')}</option>
          {Object.entries(ACTIONS).map(([group, actions]) => (
            <optgroup key={group} label={named('audit.group', group)}>
              {actions.map((action) => (
                <option key={action} value={action}>
                  {labelOf(action)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <select
          aria-label={t('audit.actor')}
          value={actor}
          onChange={({ currentTarget }) => onFilters({ actor: currentTarget.value })}
        >
          <option value="">{t('audit.actor.any')}</option>
          {!isKnown && <option value={actor}>{shortId(actor)}</option>}
          <optgroup label={t('members.page')}>
            {members.map((id) => (
              <option key={id} value={id}>
                {whoIs(id)}
              </option>
            ))}
          </optgroup>
          <optgroup label={t('audit.actor.keys')}>
            {[...keys].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
          <option value="service">{t('audit.actor.service')}</option>
        </select>
        <Later
          label={t('audit.subject')}
          name="subject"
          value={filters.subject}
          onValue={(subject) => onFilters({ subject })}
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
      </div>
      {isActive && (
        <button
          type="button"
          class="link"
          onClick={() => onFilters(Object.fromEntries(NAMES.map((name) => [name, undefined])))}
        >
          {t('calls.clear')}
        </button>
      )}
    </search>
  );
}
