import { Icon } from '../parts/icon.tsx';
import { address, to } from '../routing/router.js';
import { number, t } from '../texts/texts.js';
import { PAGE_CALLS, pageOf } from './call-filters.js';

/** The way to newer and older calls of the list whose page stands in the address. */
export function Pages({ total }: { readonly total: number }) {
  if (total <= PAGE_CALLS) return null;
  const { path, query } = address.value;
  const page = pageOf(query);
  const from = (page - 1) * PAGE_CALLS + 1;
  const until = Math.min(page * PAGE_CALLS, total);
  const at = (other: number) => to(path, { ...query, page: other === 1 ? undefined : String(other) });
  return (
    <nav class="pages" aria-label={t('calls.range', { from, until, total })}>
      <span class="soft">{t('calls.range', { from: number(from), until: number(until), total: number(total) })}</span>
      {page > 1 && (
        <a class="button second" href={at(page - 1)} rel="prev">
          <Icon name="back" />
          {t('calls.newer')}
        </a>
      )}
      {until < total && (
        <a class="button second" href={at(page + 1)} rel="next">
          {t('calls.older')}
          <Icon name="ahead" />
        </a>
      )}
    </nav>
  );
}
