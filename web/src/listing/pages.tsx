import { Icon } from '../parts/icon.tsx';
import { address, to } from '../routing/router.js';
import { number, t } from '../texts/texts.js';
import { PAGE_CALLS, pageOf } from './call-filters.js';

interface PagesProps {
  readonly total: number;
  /** Items of a page. */
  readonly size?: number;
}

/** The way to newer and older items of the list whose page stands in the address. */
export function Pages({ total, size = PAGE_CALLS }: PagesProps) {
  if (total <= size) return null;
  const { path, query } = address.value;
  const page = pageOf(query);
  const from = (page - 1) * size + 1;
  const until = Math.min(page * size, total);
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
