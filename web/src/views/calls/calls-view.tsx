import { useEffect, useRef, useState } from 'preact/hooks';
import { useResource } from '../../api/use-resource.js';
import { type CallFilters, countFilters, filtersIn, paramsOf } from '../../listing/call-filters.js';
import { CallsTable } from '../../listing/calls-table.tsx';
import { rememberList } from '../../listing/came-from.js';
import { listOf } from '../../listing/listed-calls.js';
import { Pages } from '../../listing/pages.tsx';
import { DropArea } from '../../parts/files/drop-area.tsx';
import { Icon } from '../../parts/icon.tsx';
import { moveRow, useKeys } from '../../parts/keys.js';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { address, go, to } from '../../routing/router.js';
import { refreshMinutes } from '../../sending/minutes.js';
import { addFiles } from '../../sending/outbox.js';
import { useProgress } from '../../sending/use-progress.js';
import { may } from '../../session/member.js';
import { t, tn } from '../../texts/texts.js';
import { ChosenBar } from './chosen/chosen-bar.tsx';
import { type Chosen, useChosen } from './chosen/use-chosen.js';
import { FilterBar } from './filter-bar.tsx';
import { FirstFlag } from './first-flag.tsx';
import { FirstVisit } from './first-visit.tsx';
import { Strip } from './strip.tsx';
import { TestCalls } from './test-calls.tsx';

/** New calls come by themselves. */
const REFRESH_MS = 30_000;

export function CallsView() {
  const filters: CallFilters = address.value.query;
  const params = paramsOf(filters);
  const calls = useResource(JSON.stringify(params), async (client, signal) =>
    client.analyses.listSummaries(params, { signal }),
  );
  const processing = calls.value?.data.filter(({ status }) => status === 'processing').map(({ id }) => id) ?? [];
  const progress = useProgress(processing, calls.reload);
  useEvery(REFRESH_MS, calls.reload);
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A call is what is opened next. Where it cannot be fetched, opening one says so.
    import('../call/call-view.tsx').catch(() => undefined);
  }, []);
  const chosen = useChosen(calls.value?.data ?? []);
  const maySend = may('createAnalysis');
  const mayChange = may('deleteAnalysis');
  useKeys({
    ...(mayChange && {
      x: () => toggleRow(chosen),
      X: () => toggleRow(chosen, true),
      Escape: chosen.clear,
    }),
    j: () => moveRow(table.current, 1),
    k: () => moveRow(table.current, -1),
    ...(maySend && { s: () => go(to('/send')) }),
  });
  const round = useEnded(processing.length);
  const change = (by: CallFilters) => {
    // What other filters hide is not acted on.
    chosen.clear();
    go(to('/calls', { ...filters, page: undefined, ...by }), { replace: true });
  };
  const found = calls.value;
  useEffect(() => {
    // What stays while other filters load is not their list.
    if (found && !calls.isLoading) rememberList(listOf(filters, params.offset, found));
  }, [found, calls.isLoading]);
  const isFiltered = countFilters(filters) > 0 || Boolean(filters.search);
  const isFirstVisit = found?.total === 0 && !isFiltered;
  return (
    <div class="calls">
      <header class="view-head">
        <h1>{t('calls.title')}</h1>
        <p class="soft" role="status">
          {found && tn('calls.count', found.total)}
        </p>
        {maySend && (
          <a class="button" href={to('/send')}>
            <Icon name="send" />
            {t('send.title')} <kbd class="not-small">s</kbd>
          </a>
        )}
      </header>
      <div class="calls-ways">
        <Strip round={round} />
        {!isFirstVisit && (
          <span class="ways-out">
            {isFiltered && may('createHold') && (
              <a href={to('/settings/data/holds', { ...filtersIn(filters), new: 'filter' })}>{t('exports.hold')}</a>
            )}
            {may('createExport') && (
              <a href={to('/calls/exports', { ...filtersIn(filters) })}>
                {t(isFiltered ? 'exports.these' : 'exports.title')}
              </a>
            )}
          </span>
        )}
      </div>
      {!isFirstVisit && <FilterBar filters={filters} onFilters={change} />}
      {calls.error !== null && <Problem error={calls.error} onAgain={calls.reload} />}
      {found === null && calls.error === null && <Loading lines={12} />}
      {found && found.data.length > 0 && (
        <div ref={table} class={calls.isLoading ? 'is-stale' : undefined}>
          <ChosenBar chosen={chosen} listed={found.data.length} onChanged={calls.reload} />
          <CallsTable calls={found.data} progress={progress} choice={mayChange ? chosen : undefined} />
          <Pages total={found.total} />
        </div>
      )}
      {found?.data.length === 0 && isFiltered && <Empty title={t('calls.empty.filtered')} />}
      {isFirstVisit && params.livemode && <TestCalls />}
      {isFirstVisit && (maySend ? <FirstVisit onFiles={send} /> : <Empty title={t('calls.empty')} />)}
      <FirstFlag />
      {maySend && <DropArea onFiles={send}>{t('send.dropHere')}</DropArea>}
    </div>
  );
}

/** Selects the row that has the focus. */
function toggleRow(chosen: Chosen, isRange = false): void {
  const id = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('a.row-link')?.dataset.id;
  if (id !== undefined) chosen.toggle(id, isRange);
}

/** Leads to where agent and contact are seen before anything is sent. */
function send(files: readonly File[]): void {
  addFiles(files);
  go(to('/send'));
}

/** Counts the ends of calls that are processed: minutes were used, and what the strip tells has changed. */
function useEnded(processing: number): number {
  const [round, setRound] = useState(0);
  const before = useRef(processing);
  useEffect(() => {
    if (processing < before.current) {
      setRound((count) => count + 1);
      refreshMinutes();
    }
    before.current = processing;
  }, [processing]);
  return round;
}

/** Not while the tab is hidden. */
function useEvery(ms: number, act: () => void): void {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || act(), ms);
    return () => clearInterval(timer);
  }, [ms, act]);
}
