// How many, how sure, who differs: the calls of a day, a week or a month.
import { useState } from 'preact/hooks';
import { language } from '../../page/preferences.js';
import { Choice } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { address, go, to } from '../../routing/router.js';
import { moment, number, t, tn } from '../../texts/texts.js';
import { DayBar } from './day-bar.tsx';
import { DayChart } from './day-chart.tsx';
import { apartOf, byAgent, byDay, type Figures, figuresOf, ORDERS, type Order, ordered, type Row } from './figures.js';
import { Kinds } from './kinds.tsx';
import { isComparable, MIN_COMPARED } from './mean.js';
import { type DayFilters, dateOf, dayOf, LENGTHS, type Period, periodOf } from './period.js';
import { Rows } from './rows.tsx';
import { Figures as ScoreFigures } from './score.tsx';
import { type DayRead, useDay } from './use-day.js';

const MAX_ROWS = 100;

export function DayView() {
  const filters: DayFilters = address.value.query;
  const period = periodOf(filters, new Date());
  const livemode = filters.mode !== 'test';
  const read = useDay({ period, agent: filters.agent || undefined, livemode });
  const change = (by: DayFilters) => go(to('/day', { ...filters, ...by }));
  const seen = read.value;
  return (
    <div class="day">
      <header class="view-head">
        <h1>{t('day.head')}</h1>
        <p class="soft">{periodName(period)}</p>
      </header>
      <DayBar filters={filters} period={period} onFilters={change} />
      {read.error !== null && <Problem error={read.error} onAgain={read.reload} />}
      <Reading read={read} />
      {seen === null && read.error === null && <Loading lines={10} />}
      {seen && (
        <div class={read.isLoading ? 'is-stale' : undefined}>
          {seen.calls.length === 0 ? (
            <NoCalls filters={filters} otherMode={seen.otherMode} isLive={livemode} />
          ) : (
            <Seen read={read} seen={seen} filters={filters} onFilters={change} />
          )}
        </div>
      )}
    </div>
  );
}

type SeenValue = NonNullable<DayRead['value']>;

interface SeenProps {
  readonly read: DayRead;
  readonly seen: SeenValue;
  readonly filters: DayFilters;
  readonly onFilters: (change: DayFilters) => void;
}

function Seen({ read, seen, filters, onFilters }: SeenProps) {
  const { calls, asked } = seen;
  const all = figuresOf(calls);
  const days = byDay(calls, countedDays(seen));
  return (
    <>
      <Bound seen={seen} />
      <Head all={all} toLookAt={seen.toLookAt} />
      <Apart calls={calls} />
      <Agents all={all} rows={byAgent(calls)} filters={filters} onFilters={onFilters} />
      {asked.period.length > 1 && (
        <section class="card" aria-labelledby="day-by-day">
          <h2 id="day-by-day">{t('day.byDay')}</h2>
          <div class="by-day">
            <DayChart rows={days} nameOf={shortDay} />
            <Rows
              caption={t('day.byDay')}
              head={t('day.day')}
              rows={days}
              all={all}
              isDrawn={false}
              nameOf={(row) => (
                <a href={to('/day', { ...filters, days: undefined, until: row.key })}>{shortDay(row)}</a>
              )}
            />
          </div>
        </section>
      )}
      <Kinds calls={calls} />
      <p class="soft small day-as-of">
        {t('day.asOf', { time: moment(seen.at.getTime() / 1000) })}{' '}
        <button type="button" class="link" onClick={read.reload} disabled={read.isLoading}>
          {t('day.again')}
        </button>
      </p>
    </>
  );
}

/** Days before the last call that was read are not shown: nothing is known of them. */
function countedDays({ calls, total, asked: { period } }: SeenValue): readonly string[] {
  const oldest = calls.at(-1);
  if (calls.length >= total || oldest === undefined) return period.days;
  return period.days.filter((day) => day >= dayOf(new Date(oldest.created * 1000)));
}

function Bound({ seen }: { readonly seen: SeenValue }) {
  const { calls, total, asked } = seen;
  const oldest = calls.at(-1);
  if (calls.length >= total || oldest === undefined) return null;
  const day = shortDay({ key: dayOf(new Date(oldest.created * 1000)) });
  return (
    <p class="day-bound" role="status">
      <Icon name="alert" />
      {t('day.bounded', {
        read: number(calls.length),
        total: number(total),
        days: asked.period.length === 1 ? t('day.bounded.day') : t('day.bounded.days', { day }),
      })}
    </p>
  );
}

/** How far it is; the person can end it. */
function Reading({ read: { progress, stop } }: { readonly read: DayRead }) {
  if (progress === null || progress.read >= progress.all) return null;
  const text = t('day.reading', { read: number(progress.read), all: number(progress.all) });
  return (
    <p class="moving day-reading" role="status">
      <progress max={progress.all} value={progress.read} aria-label={text} />
      {text}
      <button type="button" class="link" onClick={stop}>
        {t('day.stop')}
      </button>
    </p>
  );
}

function Head({ all, toLookAt }: { readonly all: Figures; readonly toLookAt: number }) {
  return (
    <dl class="head-figures" aria-label={t('day.figures')}>
      <div>
        <dt>{t('day.calls')}</dt>
        <dd>{number(all.calls)}</dd>
      </div>
      <div>
        <dt>{t('day.minutes')}</dt>
        <dd>{number(all.minutes, { maximumFractionDigits: 0 })}</dd>
      </div>
      <div>
        <dt>{t('calls.compliance')}</dt>
        <dd>
          <ScoreFigures of={all.compliance} />
        </dd>
      </div>
      <div>
        <dt>{t('calls.quality')}</dt>
        <dd>
          <ScoreFigures of={all.quality} />
        </dd>
      </div>
      <div>
        <dt>{t('day.look')}</dt>
        <dd>
          <a href={to('/queue')} title={t('day.look.open')}>
            {number(toLookAt)}
          </a>{' '}
          <span class="soft small">{t('day.look.say')}</span>
        </dd>
      </div>
    </dl>
  );
}

function Apart({ calls }: Pick<SeenValue, 'calls'>) {
  const apart = apartOf(calls);
  const parts = [
    apart.processing > 0 && tn('day.apart.processing', apart.processing),
    apart.failed > 0 && tn('day.apart.failed', apart.failed),
    apart.voicemail > 0 && tn('day.apart.voicemail', apart.voicemail),
    apart.noConversation > 0 && tn('day.apart.noConversation', apart.noConversation),
    apart.notJudged > 0 && tn('day.apart.notJudged', apart.notJudged),
    apart.noCompliance > 0 && tn('day.apart.noCompliance', apart.noCompliance),
    apart.noQuality > 0 && tn('day.apart.noQuality', apart.noQuality),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return (
    <p class="soft small">
      {t('day.apart')}: {parts.join(', ')}
    </p>
  );
}

interface AgentsProps extends Pick<SeenProps, 'filters' | 'onFilters'> {
  readonly all: Figures;
  readonly rows: readonly Row[];
}

function Agents({ all, rows, filters, onFilters }: AgentsProps) {
  const [isWhole, setWhole] = useState(false);
  const order: Order = ORDERS.find((one) => one === filters.order) ?? 'name';
  const inOrder = ordered(rows, order);
  const shown = isWhole ? (inOrder ?? rows) : (inOrder ?? rows).slice(0, MAX_ROWS);
  const hasFew = rows.some((row) => !isComparable(row.compliance) || !isComparable(row.quality));
  return (
    <section class="card" aria-labelledby="day-by-agent">
      <header class="day-card-head">
        <h2 id="day-by-agent">{t('day.byAgent')}</h2>
        {rows.length > 1 && (
          <Choice
            label={t('day.order')}
            value={order}
            choices={ORDERS.map((one) => [one, t(`day.order.${one}`)] as const)}
            onValue={(one) => onFilters({ order: one === 'name' ? undefined : one })}
          />
        )}
      </header>
      {inOrder === null && (
        <p class="soft small" role="status">
          {t('day.order.byName')}
        </p>
      )}
      <Rows
        caption={t('day.byAgent')}
        head={t('day.agent')}
        rows={shown}
        all={all}
        isDrawn
        nameOf={({ key }) => (
          <a class="cut" dir="auto" href={to('/day', { ...filters, agent: key })}>
            {key}
          </a>
        )}
      />
      {shown.length < rows.length && (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          {t('day.all', { n: number(rows.length) })}
        </button>
      )}
      <p class="soft small day-legend">
        {t('day.legend')} {hasFew && t('day.legend.few', { n: MIN_COMPARED })}
      </p>
    </section>
  );
}

interface NoCallsProps {
  readonly filters: DayFilters;
  readonly otherMode: number;
  readonly isLive: boolean;
}

function NoCalls({ filters, otherMode, isLive }: NoCallsProps) {
  const longest = String(LENGTHS.at(-1));
  return (
    <Empty title={t('day.empty')}>
      <p class="soft">
        {t('day.empty.say')} {isLive && otherMode > 0 && tn('day.empty.test', otherMode)}
      </p>
      <p class="day-empty-ways">
        {filters.days !== longest && (
          <a class="button" href={to('/day', { ...filters, days: longest })}>
            {t('day.empty.month')}
          </a>
        )}
        {isLive && otherMode > 0 && (
          <a class="button second" href={to('/day', { ...filters, mode: 'test' })}>
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

const inLanguage = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language.value, options);

const shortDay = ({ key }: Pick<Row, 'key'>): string =>
  inLanguage({ weekday: 'short', day: '2-digit', month: '2-digit' }).format(dateOf(key) ?? undefined);

function periodName({ days, length, after }: Period): string {
  const last = dateOf(days[0]) ?? after;
  if (length === 1) return inLanguage({ dateStyle: 'full' }).format(last);
  return inLanguage({ dateStyle: 'long' }).formatRange(after, last);
}
