// What an agent sees: the own figures beside the team's mean, the own calls, and who judges them.
import { useEffect, useRef } from 'preact/hooks';
import type { CallFigures } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { askedOf } from '../../figures/filters.js';
import { type Range, rangeOf } from '../../figures/range.js';
import { addDays, dayIn } from '../../figures/zone.js';
import { paramsOf } from '../../listing/call-filters.js';
import { CallsTable } from '../../listing/calls-table.tsx';
import { rememberList } from '../../listing/came-from.js';
import { listOf } from '../../listing/listed-calls.js';
import { Pages } from '../../listing/pages.tsx';
import { Choice } from '../../parts/field.tsx';
import { moveRow, useKeys } from '../../parts/keys.js';
import { Section } from '../../parts/section.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { address, go, to } from '../../routing/router.js';
import { t, timeZone, tn } from '../../texts/texts.js';
import { BesideAll } from '../agent/beside-all.tsx';
import { OwnDisputes } from '../disputes/own-disputes.tsx';

const PATH = '/mine';
const DAYS = ['7', '30', '90'] as const;

interface Query {
  readonly days?: string | undefined;
  /** `test`; any other value: live calls. */
  readonly mode?: string | undefined;
  readonly page?: string | undefined;
}

export function MineView() {
  const query: Query = address.value.query;
  const days = DAYS.find((one) => one === query.days) ?? '30';
  const range = rangeOf({ from: addDays(dayIn(timeZone(), new Date()), 1 - Number(days)) }, timeZone(), new Date());
  const change = (by: Query) => go(to(PATH, { ...query, page: undefined, ...by }), { replace: true });
  return (
    <div>
      <header class="view-head">
        <h1>{t('mine.title')}</h1>
        <Choice
          label={t('day.time')}
          value={days}
          choices={DAYS.map((one) => [one, t('mine.days', { n: one })])}
          onValue={(one) => change({ days: one })}
        />
      </header>
      <div class="card section">
        <p>{t('mine.judged')}</p>
        <p>{t('mine.object')}</p>
      </div>
      <OwnDisputes />
      <OwnFigures mode={query.mode} range={range} />
      <OwnCalls query={query} range={range} />
    </div>
  );
}

interface OwnFiguresProps {
  readonly mode: string | undefined;
  readonly range: Range;
}

function OwnFigures({ mode, range }: OwnFiguresProps) {
  const asked = askedOf({ mode }, range);
  const figures = useResource(JSON.stringify(asked), async (client, signal) => {
    const [own, team] = await Promise.all([
      client.statistics.calls(asked, { signal }),
      client.statistics.calls({ ...asked, of_team: true }, { signal }),
    ]);
    const beside: CallFigures | null = team.rows.length === 0 ? null : team.totals;
    return { own: own.totals, team: beside };
  });
  const { value, error, reload } = figures;
  if (error !== null) return <Problem error={error} onAgain={reload} />;
  if (value === null) return <Loading lines={5} />;
  if (value.own.calls === 0) return null;
  return (
    <BesideAll
      title={t('mine.figures')}
      own={t('mine.own')}
      others={t('mine.team')}
      say={`${t(value.team === null ? 'mine.team.small' : 'mine.team.say')} ${t('mine.interval')}`}
      of={value.own}
      all={value.team}
    />
  );
}

function OwnCalls({ query, range }: { readonly query: Query; readonly range: Range }) {
  const filters = { mode: query.mode, from: range.first, until: range.last, page: query.page };
  const params = paramsOf(filters);
  const calls = useResource(JSON.stringify(params), async (client, signal) =>
    client.analyses.listSummaries(params, { signal }),
  );
  const table = useRef<HTMLDivElement>(null);
  useKeys({ j: () => moveRow(table.current, 1), k: () => moveRow(table.current, -1) });
  const found = calls.value;
  useEffect(() => {
    if (found && !calls.isLoading)
      rememberList({ ...listOf(filters, params.offset, found), search: address.peek().query });
  }, [found, calls.isLoading]);
  return (
    <Section
      title={t('calls.title')}
      act={
        <span class="soft" role="status">
          {found && tn('calls.count', found.total)}
        </span>
      }
    >
      {calls.error !== null && <Problem error={calls.error} onAgain={calls.reload} />}
      {found === null && calls.error === null && <Loading lines={8} />}
      {found?.data.length === 0 && (
        <Empty title={t('mine.empty')}>
          <p class="soft">{t('mine.empty.say')}</p>
        </Empty>
      )}
      {found && found.data.length > 0 && (
        <div ref={table} class={calls.isLoading ? 'is-stale' : undefined}>
          <CallsTable calls={found.data} isOwn />
          <Pages total={found.total} />
        </div>
      )}
    </Section>
  );
}
