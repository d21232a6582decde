import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { useResource } from '../../api/use-resource.js';
import { moveRow, useKeys } from '../../parts/keys.js';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { address, go, to } from '../../routing/router.js';
import { reviewer } from '../../session/reviewer.js';
import { number, t } from '../../texts/texts.js';
import { QueuePages } from '../disputes/disputes-view.tsx';
import { left, wantedLast } from './claim.js';
import { NextCall } from './next-call.tsx';
import { OtherMode } from './other-mode.tsx';
import { countText, leftText } from './queue-count.tsx';
import { QueueFilterBar } from './queue-filter-bar.tsx';
import {
  countFilters,
  isNarrower,
  PAGE_ITEMS,
  pageOf,
  paramsOf,
  type QueueFilters,
  wantedOf,
} from './queue-filters.js';
import { QueueTable } from './queue-table.tsx';
import { ReviewerName } from './reviewer-name.tsx';
import { nextIn } from './standing.js';
import { useOften } from './use-often.js';
import { useTake } from './use-take.js';
import { WaitingRatings } from './waiting-ratings.tsx';

/** Limit of the API. */
const MAX_HELD = 100;

export function QueueView() {
  const filters: QueueFilters = address.value.query;
  const params = paramsOf(filters);
  const key = JSON.stringify(params);
  const queue = useResource(key, async (client, signal) => client.reviewQueue.list(params, { signal }));
  const who = reviewer.value;
  const mine = useResource(`held by ${who}`, async (client, signal) =>
    client.reviewQueue.list({ claimed_by: who, order: 'severity', limit: MAX_HELD }, { signal }),
  );
  const reload = useCallback(() => {
    queue.reload();
    mine.reload();
  }, [queue.reload, mine.reload]);
  useFresh(reload);
  const wanted = useMemo(() => wantedOf(JSON.parse(key)), [key]);
  const taking = useTake(wanted, queue.reload);
  useEffect(() => {
    wantedLast.value = wanted;
  }, [wanted]);
  const table = useRef<HTMLDivElement>(null);
  useKeys({
    t: () => taking.take(),
    j: () => moveRow(table.current, 1),
    k: () => moveRow(table.current, -1),
  });
  const found = queue.value;
  const isWhole = countFilters(filters) === 0;
  useEffect(() => {
    if (found && isWhole && wanted.livemode) left.value = found.total;
  }, [found, isWhole, wanted]);
  const change = (by: QueueFilters) => go(to('/queue', { ...filters, page: undefined, ...by }), { replace: true });
  return (
    <div class="queue">
      <header class="view-head">
        <h1>{t('queue.title')}</h1>
        <p class="soft" role="status">
          {found && leftText(found.total)}
        </p>
        <ReviewerName />
      </header>
      <QueuePages />
      <WaitingRatings />
      <QueueFilterBar filters={filters} onFilters={change} />
      {queue.error !== null && <Problem error={queue.error} onAgain={queue.reload} />}
      {taking.error !== null && <Problem error={taking.error} onAgain={taking.take} />}
      {taking.isNone && (
        <p class="notice" role="status">
          {t('queue.none')}
        </p>
      )}
      {found === null && queue.error === null && <Loading lines={12} />}
      {found && found.total > 0 && (
        <div ref={table} class={queue.isLoading ? 'is-stale' : undefined}>
          {pageOf(filters) === 1 && (
            <NextCall
              next={nextIn(found.items)}
              mine={mine.value?.items ?? []}
              taking={taking}
              isNarrower={isNarrower(filters)}
              onRelease={reload}
            />
          )}
          <QueueTable items={found.items} isFolded={wanted.order === 'severity'} />
          <Pages filters={filters} total={found.total} />
        </div>
      )}
      {found?.total === 0 && <Nothing isFiltered={!isWhole} isLive={wanted.livemode} />}
    </div>
  );
}

/** The list as it is now: others take calls from it too. */
function useFresh(reload: () => void): void {
  const isFirst = useRef(true);
  useOften(async () => {
    if (!isFirst.current) reload();
    isFirst.current = false;
  }, 'queue');
}

function Pages({ filters, total }: { readonly filters: QueueFilters; readonly total: number }) {
  const page = pageOf(filters);
  if (total <= PAGE_ITEMS) return null;
  const from = (page - 1) * PAGE_ITEMS + 1;
  const until = Math.min(page * PAGE_ITEMS, total);
  const at = (other: number) => to('/queue', { ...filters, page: other === 1 ? undefined : String(other) });
  const range = t('calls.range', { from: number(from), until: number(until), total: countText(total) });
  return (
    <nav class="pages" aria-label={range}>
      <span class="soft">{range}</span>
      {page > 1 && (
        <a class="button second" href={at(page - 1)} rel="prev">
          {t('queue.before')}
        </a>
      )}
      {until < total && (
        <a class="button second" href={at(page + 1)} rel="next">
          {t('queue.after')}
        </a>
      )}
    </nav>
  );
}

function Nothing({ isFiltered, isLive }: { readonly isFiltered: boolean; readonly isLive: boolean }) {
  if (isFiltered) return <Empty title={t('queue.empty.filtered')} />;
  return (
    <Empty title={t('queue.empty')}>
      <p class="soft">{t('queue.empty.say')}</p>
      <a class="button second" href={to('/calls')}>
        {t('app.toCalls')}
      </a>
      {isLive && <OtherMode />}
    </Empty>
  );
}
