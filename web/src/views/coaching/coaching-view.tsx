// Coaching: which agent needs it in what, with the calls that show it.
import { useState } from 'preact/hooks';
import type { AnalysisSummary } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { nameColumn } from '../../figures/call-columns.tsx';
import { type Column, DataTable } from '../../figures/data-table.tsx';
import { MIN_COMPARED, shareOf } from '../../figures/figure.js';
import { askedOf, callsOf, type FloorFilters, hasPage, isLive, ofAgentPage, timesOf } from '../../figures/filters.js';
import { type Range, rangeOf } from '../../figures/range.js';
import { RangeBar } from '../../figures/range-bar.tsx';
import { rangeName } from '../../figures/range-name.js';
import { Score } from '../../figures/score.tsx';
import { CallsTable } from '../../listing/calls-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { address, go, to } from '../../routing/router.js';
import { ruleName } from '../../texts/rule-name.js';
import { named, number, t, timeZone } from '../../texts/texts.js';
import { type Topic, topicsOf } from './topics.js';

const PATH = '/day/coaching';
/** Limit of the API, and of what a browser holds easily. */
const PAGE = 1000;
const MAX_CALLS = 3 * PAGE;

export function CoachingView() {
  const filters: FloorFilters = address.value.query;
  const range = rangeOf({ days: '7', ...filters }, timeZone(), new Date());
  const read = useTopics(filters, range);
  const [shown, setShown] = useState<Topic | null>(null);
  const [isWhole, setWhole] = useState(false);
  const seen = read.value;
  return (
    <div class="day">
      <a class="way-back" href={to('/day', { ...ofAgentPage(filters) })}>
        <Icon name="back" />
        {t('day.head')}
      </a>
      <header class="view-head">
        <h1>{t('coach.title')}</h1>
        <p class="soft">{rangeName(range)}</p>
      </header>
      <RangeBar path={PATH} filters={filters} range={range} />
      {read.error !== null && <Problem error={read.error} onAgain={read.reload} />}
      {seen === null && read.error === null && <Loading lines={10} />}
      {seen && (
        <div class={read.isLoading ? 'card is-stale' : 'card'}>
          <p class="soft small">
            {t('coach.say')}{' '}
            {seen.read < seen.total && t('coach.cut', { n: number(seen.read), total: number(seen.total) })}
          </p>
          {seen.topics.length === 0 ? (
            <Empty title={t('coach.none')} />
          ) : (
            <DataTable
              caption={t('coach.title')}
              columns={columnsOf(filters, range, setShown)}
              rows={seen.topics}
              keyOf={({ agent, kind, name }) => JSON.stringify([agent, kind, name])}
              isFew={({ of }) => of < MIN_COMPARED}
              isDrawn
              asked={filters.order ?? '-calls'}
              onOrder={(order = 'name') => go(to(PATH, { ...filters, order }))}
              isWhole={isWhole}
              onWhole={() => setWhole(true)}
            />
          )}
        </div>
      )}
      {shown && (
        <Dialog title={`${shown.agent}: ${nameOf(shown)}`} onClose={() => setShown(null)}>
          <CallsTable calls={shown.calls} />
        </Dialog>
      )}
    </div>
  );
}

function useTopics(filters: FloorFilters, range: Range) {
  const asked = askedOf(filters, range);
  return useResource(JSON.stringify(asked), async (client, signal) => {
    const calls: AnalysisSummary[] = [];
    const pageOf = (offset: number) => {
      const params = {
        ...timesOf(filters, range),
        livemode: isLive(filters),
        status: 'completed' as const,
        limit: PAGE,
        offset,
      };
      return client.analyses.listSummaries(params, { signal });
    };
    const [first, byAgent] = await Promise.all([
      pageOf(0),
      client.statistics.calls({ ...asked, group_by: 'agent' }, { signal }),
    ]);
    calls.push(...first.data);
    while (calls.length < Math.min(first.total, MAX_CALLS)) {
      const { data } = await pageOf(calls.length);
      if (data.length === 0) break;
      calls.push(...data);
    }
    return { topics: topicsOf(calls, byAgent.rows), read: calls.length, total: first.total };
  });
}

function columnsOf(
  filters: FloorFilters,
  range: Range,
  onShow: (topic: Topic) => void,
): readonly [Column<Topic>, ...Column<Topic>[]] {
  const agentPage = (agent: string) => to(`/agents/${encodeURIComponent(agent)}`, { ...ofAgentPage(filters) });
  const agent = nameColumn<Topic>({
    head: t('calls.agent'),
    nameOf: (topic) => topic.agent,
    // The sentence above the table says it of all rows.
    countOf: () => MIN_COMPARED,
    show: (topic) =>
      hasPage(topic.agent) ? (
        <a class="cut" dir="auto" href={agentPage(topic.agent)}>
          {topic.agent}
        </a>
      ) : (
        topic.agent
      ),
  });
  return [
    agent,
    { id: 'topic', head: t('coach.topic'), value: nameOf, show: nameOf },
    {
      id: 'calls',
      head: t('coach.calls'),
      value: ({ count }) => count,
      show: (topic) => {
        const text = t('coach.of', { n: number(topic.count), total: number(topic.of) });
        const list = callsOf(filters, range, { agent_id: topic.agent, violation: topic.name });
        return topic.kind === 'rule' ? (
          <a href={to('/calls', list)}>{text}</a>
        ) : (
          <button type="button" class="link" onClick={() => onShow(topic)}>
            {text}
          </button>
        );
      },
    },
    {
      id: 'share',
      head: t('coach.share'),
      isFigure: true,
      value: ({ count, of }) => count / of,
      show: ({ count, of }) => (
        <Score of={shareOf(count, of)} ofAll={null} name={t('coach.share')} scale="percent" isMarked />
      ),
    },
  ];
}

const nameOf = ({ kind, name }: Topic): string => (kind === 'rule' ? ruleName(name) : named('coach.topic', name));
