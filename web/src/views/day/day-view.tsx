// Dashboard: figures of the calls of a day, a week, a month or any other time.
import { useState } from 'preact/hooks';
import { type Resource, useResource } from '../../api/use-resource.js';
import { askedOf, callsOf, type FloorFilters, isCompared, isLive, ofAgentPage } from '../../figures/filters.js';
import { HowToRead } from '../../figures/how-to-read.tsx';
import { OverTime } from '../../figures/over-time.tsx';
import { type Range, rangeOf, unitOf } from '../../figures/range.js';
import { RangeBar } from '../../figures/range-bar.tsx';
import { rangeName } from '../../figures/range-name.js';
import { Rules } from '../../figures/rules.tsx';
import { Tiles } from '../../figures/tiles.tsx';
import { type Floor, useFloor } from '../../figures/use-floor.js';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { address, to } from '../../routing/router.js';
import { moment, number, t, timeZone, tn } from '../../texts/texts.js';
import { Groups } from './groups.tsx';

const PATH = '/day';

export function DayView() {
  const filters: FloorFilters = address.value.query;
  const range = rangeOf(filters, timeZone(), new Date());
  const unit = unitOf(range, filters.unit);
  const [round, setRound] = useState(0);
  const floor = useFloor({ asked: askedOf(filters, range), unit, isCompared: isCompared(filters) }, round);
  const beside = useBeside(filters, range, round);
  const seen = floor.value;
  return (
    <div class="day">
      <header class="view-head">
        <h1>{t('day.head')}</h1>
        <p class="soft">{rangeName(range)}</p>
        <a href={to('/day/coaching', { ...ofAgentPage(filters), days: filters.days ?? '7' })}>{t('coach.open')}</a>
      </header>
      <RangeBar path={PATH} filters={filters} range={range} />
      {floor.error !== null && <Problem error={floor.error} onAgain={floor.reload} />}
      {seen === null && floor.error === null && <Loading lines={10} />}
      {seen && (
        <div class={floor.isLoading ? 'is-stale' : undefined}>
          {seen.totals.calls === 0 ? (
            <NoCalls filters={filters} beside={beside.value} />
          ) : (
            <>
              <Tiles floor={seen} range={range}>
                <div>
                  <dt>{t('day.look')}</dt>
                  <dd>
                    <a href={to('/queue')} title={t('day.look.open')}>
                      {beside.value === null ? '–' : number(beside.value.toLookAt)}
                    </a>{' '}
                    <span class="soft small">{t('day.look.say')}</span>
                  </dd>
                </div>
              </Tiles>
              <NotCounted beside={beside.value} filters={filters} range={range} />
              <HowToRead />
              <Groups filters={filters} range={range} round={round} />
              {unit !== null && seen.pieces.length > 0 && (
                <OverTime path={PATH} filters={filters} range={range} unit={unit} rows={seen.pieces} />
              )}
              <Rules violations={seen.totals.violations} calls={callsOf(filters, range)} />
            </>
          )}
          <AsOf floor={seen} isLoading={floor.isLoading} onAgain={() => setRound(round + 1)} />
        </div>
      )}
    </div>
  );
}

interface Beside {
  /** Number of calls that need a review, of any day. */
  readonly toLookAt: number;
  readonly processing: number;
  readonly failed: number;
  /** Number of calls of the other mode: test calls when live calls are shown, and the reverse. */
  readonly otherMode: number;
}

/** Numbers of calls that the figures do not include. */
function useBeside(filters: FloorFilters, range: Range, round: number): Resource<Beside> {
  const asked = askedOf(filters, range);
  const livemode = isLive(filters);
  return useResource(JSON.stringify([asked, round]), async (client, signal): Promise<Beside> => {
    const created = { created_after: range.after.toISOString(), created_before: range.before.toISOString() };
    const countOf = async (status: 'processing' | 'failed') => {
      const { total } = await client.analyses.listSummaries({ ...created, livemode, status, limit: 1 }, { signal });
      return total;
    };
    const [queue, processing, failed, other] = await Promise.all([
      client.reviewQueue.list({ livemode, limit: 1 }, { signal }),
      countOf('processing'),
      countOf('failed'),
      client.statistics.calls({ ...asked, livemode: !livemode }, { signal }),
    ]);
    return { toLookAt: queue.total, processing, failed, otherMode: other.totals.calls };
  });
}

interface BesideProps {
  readonly beside: Beside | null;
  readonly filters: FloorFilters;
}

function NotCounted({ beside, filters, range }: BesideProps & { readonly range: Range }) {
  if (beside === null) return null;
  const states = (['processing', 'failed'] as const).filter((status) => beside[status] > 0);
  if (states.length === 0) return null;
  return (
    <p class="soft small">
      {t('day.apart')}:{' '}
      {states.map((status, index) => (
        <span key={status}>
          {index > 0 && ', '}
          <a href={to('/calls', callsOf(filters, range, { status }))}>{tn(`day.apart.${status}`, beside[status])}</a>
        </span>
      ))}
    </p>
  );
}

interface AsOfProps {
  readonly floor: Floor;
  readonly isLoading: boolean;
  readonly onAgain: () => void;
}

function AsOf({ floor, isLoading, onAgain }: AsOfProps) {
  return (
    <p class="soft small day-as-of">
      {t('day.asOf', { time: moment(floor.asOf) })}{' '}
      <button type="button" class="link" onClick={onAgain} disabled={isLoading}>
        {t('day.again')}
      </button>
    </p>
  );
}

function NoCalls({ filters, beside }: BesideProps) {
  const { otherMode = 0, processing = 0 } = beside ?? {};
  const isTestMore = isLive(filters) && otherMode > 0;
  const month = to(PATH, { ...filters, days: '30', from: undefined, month: undefined });
  return (
    <Empty title={t('day.empty')}>
      <p class="soft">
        {processing > 0 && tn('day.empty.processing', processing)} {t('day.empty.say')}{' '}
        {isTestMore && tn('day.empty.test', otherMode)}
      </p>
      <p class="day-empty-ways">
        {filters.days !== '30' && (
          <a class="button" href={month}>
            {t('day.empty.month')}
          </a>
        )}
        {isTestMore && (
          <a class="button second" href={to(PATH, { ...filters, mode: 'test' })}>
            {t('day.empty.showTest')}
          </a>
        )}
        <a class="button second" href={to('/calls')}>
          {t('app.toCalls')}
        </a>
      </p>
    </Empty>
  );
}
