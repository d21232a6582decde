import type { UsagePeriod, UsageRecord } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { Icon } from '../../parts/icon.tsx';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { address, to } from '../../routing/router.js';
import { clock } from '../../texts/clock.js';
import { moment, named, number, t, wholeMoment } from '../../texts/texts.js';
import { day, minutes, money } from './format.js';

const PAGE = 25;

type HistoryPageOf =
  | { readonly view: 'periods'; readonly items: readonly UsagePeriod[]; readonly total: number }
  | { readonly view: 'records'; readonly items: readonly UsageRecord[]; readonly total: number };

export function HistoryPage() {
  const { query } = address.value;
  const view = query.view === 'records' ? 'records' : 'periods';
  const page = /^[1-9]\d{0,5}$/.test(query.page ?? '') ? Number(query.page) : 1;
  const params = { skip: (page - 1) * PAGE, limit: PAGE };
  const history = useResource<HistoryPageOf>(`${view} ${page}`, async (client, signal) => {
    if (view === 'records') {
      const { items, total } = await client.billing.records(params, { signal });
      return { view, items, total };
    }
    const { items, total } = await client.billing.history(params, { signal });
    return { view, items, total };
  });
  const { value, error, reload, isLoading } = history;
  return (
    <Section title={t('settings.history')} act={<Ways view={view} />}>
      {error !== null && <Problem error={error} onAgain={reload} />}
      {value === null && error === null && <Loading lines={8} />}
      {value && (
        <div class={isLoading ? 'is-stale' : undefined}>
          {value.view === 'periods' && <Periods items={value.items} />}
          {value.view === 'records' && <Records items={value.items} />}
          <Paging view={view} page={page} total={value.total} />
        </div>
      )}
    </Section>
  );
}

function Ways({ view }: { readonly view: 'periods' | 'records' }) {
  return (
    <span class="ways">
      {(['periods', 'records'] as const).map((one) => (
        <a
          key={one}
          href={to('/settings/history', { view: one === 'records' ? one : undefined })}
          aria-current={one === view ? 'true' : undefined}
        >
          {t(`settings.view.${one}`)}
        </a>
      ))}
    </span>
  );
}

function Periods({ items }: { readonly items: readonly UsagePeriod[] }) {
  return (
    <table class="rows-table">
      <caption class="unseen">{t('settings.view.periods')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('settings.column.period')}</th>
          <th scope="col">{t('settings.plan')}</th>
          <Figure text={t('settings.column.calls')} />
          <Figure text={t('settings.column.minutes')} />
          <Figure text={t('settings.column.further')} />
          <Figure text={t('settings.column.price')} />
          <Figure text={t('settings.column.overage')} />
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.period_start}>
            <th scope="row">{t('settings.period', { from: day(item.period_start), until: day(item.period_end) })}</th>
            <td>{named('settings.plan', item.plan)}</td>
            <Value label="calls" text={number(item.analyses_count)} />
            <Value label="minutes" text={minutes(item.minutes_used)} />
            <Value label="further" text={minutes(item.overage_minutes)} />
            <Value label="price" text={money(item.price_cents, item.currency)} />
            <Value label="overage" text={money(item.overage_cost_cents, item.currency)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Records({ items }: { readonly items: readonly UsageRecord[] }) {
  if (items.length === 0) return <p class="soft">{t('settings.noRecords')}</p>;
  return (
    <table class="rows-table">
      <caption class="unseen">{t('settings.view.records')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('settings.column.when')}</th>
          <th scope="col">{t('settings.column.call')}</th>
          <Figure text={t('settings.column.length')} />
          <Figure text={t('settings.column.minutes')} />
          <Figure text={t('settings.column.further')} />
          <Figure text={t('settings.column.overage')} />
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td>
              <time dateTime={new Date(item.created * 1000).toISOString()} title={wholeMoment(item.created)}>
                {moment(item.created)}
              </time>
            </td>
            <th scope="row">
              <a href={to(`/calls/${item.analysis_id}`)}>{item.analysis_id}</a>
            </th>
            <Value label="length" text={clock(item.duration_ms / 1000)} />
            <Value label="minutes" text={minutes(item.minutes)} />
            <Value label="further" text={minutes(item.overage_minutes)} />
            <Value label="overage" text={money(item.amount_cents, item.currency)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Figure = ({ text }: { readonly text: string }) => (
  <th scope="col" class="figure">
    {text}
  </th>
);

type Column = 'calls' | 'minutes' | 'further' | 'price' | 'overage' | 'length';

/** On a small screen, where the head of the table is not shown, it says what it is. */
const Value = ({ label, text }: { readonly label: Column; readonly text: string }) => (
  <td class="figure">
    <span class="soft only-small">{t(`settings.column.${label}`)} </span>
    {text}
  </td>
);

interface PagingProps {
  readonly view: 'periods' | 'records';
  readonly page: number;
  readonly total: number;
}

function Paging({ view, page, total }: PagingProps) {
  if (total <= PAGE) return null;
  const from = (page - 1) * PAGE + 1;
  const until = Math.min(page * PAGE, total);
  const at = (other: number) =>
    to('/settings/history', {
      view: view === 'records' ? view : undefined,
      page: other === 1 ? undefined : String(other),
    });
  const range = t('calls.range', { from: number(from), until: number(until), total: number(total) });
  return (
    <nav class="pages" aria-label={range}>
      <span class="soft">{range}</span>
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
