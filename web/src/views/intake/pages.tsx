// The pages of a list whose page stands in the address.
import { address, to } from '../../routing/router.js';
import { number, t } from '../../texts/texts.js';

export const PAGE = 20;

/** From 1. */
export function pageInAddress(): number {
  const { page = '' } = address.value.query;
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}

interface PagesProps {
  readonly label: string;
  readonly page: number;
  readonly total: number;
  /** Lines go on; the newest of others come first. */
  readonly isForwards?: boolean;
}

export function Pages({ label, page, total, isForwards = false }: PagesProps) {
  if (total <= PAGE) return null;
  const { path, query } = address.value;
  const from = (page - 1) * PAGE + 1;
  const until = Math.min(page * PAGE, total);
  const at = (other: number) => to(path, { ...query, page: other === 1 ? undefined : String(other) });
  return (
    <nav class="pages" aria-label={label}>
      <span class="soft">{t('calls.range', { from: number(from), until: number(until), total: number(total) })}</span>
      {page > 1 && (
        <a class="button second" href={at(page - 1)} rel="prev">
          {t(isForwards ? 'intake.before' : 'calls.newer')}
        </a>
      )}
      {until < total && (
        <a class="button second" href={at(page + 1)} rel="next">
          {t(isForwards ? 'intake.next' : 'calls.older')}
        </a>
      )}
    </nav>
  );
}
