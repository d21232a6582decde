import type { ComponentChildren } from 'preact';
import { useResource } from '../api/use-resource.js';
import { Problem } from '../parts/states.tsx';
import { to } from '../routing/router.js';
import { t, tn } from '../texts/texts.js';
import { type CallFilters, filterParamsOf } from './call-filters.js';
import { chipsOf } from './filter-chips.tsx';

interface WhichCallsProps {
  readonly filters: CallFilters;
  /** Above the filters. */
  readonly children?: ComponentChildren;
}

/** The filters in words, how many calls match them now, and the way to the list in which they are changed. */
export function WhichCalls({ filters, children }: WhichCallsProps) {
  const filter = filterParamsOf(filters);
  const count = useResource(`calls of ${JSON.stringify(filter)}`, async (client, signal) => {
    const { total } = await client.analyses.listSummaries({ ...filter, limit: 1 }, { signal });
    return total;
  });
  const chips = chipsOf(filters);
  return (
    <fieldset class="choices">
      <legend>{t('exports.which')}</legend>
      {children}
      {chips.length === 0 ? (
        <p>{t('exports.which.all')}</p>
      ) : (
        <ul class="chips">
          {chips.map(({ names, text }) => (
            <li key={names.join()} class="tag" dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
      {count.error !== null && <Problem error={count.error} onAgain={count.reload} />}
      <p>
        <span role="status">{count.value !== null && !count.isLoading && tn('exports.which.count', count.value)}</span>{' '}
        <a href={to('/calls', { ...filters })}>{t('exports.which.change')}</a>
      </p>
    </fieldset>
  );
}
