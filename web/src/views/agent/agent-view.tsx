// One agent: the figures of a time beside those of everyone, how they went, what was violated and answered, and what to look at.
import { useEffect, useState } from 'preact/hooks';
import { useResource } from '../../api/use-resource.js';
import { askedOf, callsOf, type FloorFilters, isCompared } from '../../figures/filters.js';
import { HowToRead } from '../../figures/how-to-read.tsx';
import { OverTime } from '../../figures/over-time.tsx';
import { rangeOf, unitOf } from '../../figures/range.js';
import { RangeBar } from '../../figures/range-bar.tsx';
import { rangeName } from '../../figures/range-name.js';
import { Rules } from '../../figures/rules.tsx';
import { Tiles } from '../../figures/tiles.tsx';
import { useFloor } from '../../figures/use-floor.js';
import { Icon } from '../../parts/icon.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { address, to } from '../../routing/router.js';
import { moment, t, timeZone } from '../../texts/texts.js';
import { Advice } from './advice.tsx';
import { Answers } from './answers.tsx';
import { BesideAll } from './beside-all.tsx';
import { LastCalls, Looks } from './calls-of-agent.tsx';

export function AgentView({ params: { agent = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const filters: FloorFilters = address.value.query;
  const { path } = address.value;
  const range = rangeOf(filters, timeZone(), new Date());
  const unit = unitOf(range, filters.unit);
  const asked = askedOf(filters, range);
  const [round, setRound] = useState(0);
  const floor = useFloor({ asked, unit, isCompared: isCompared(filters), agent }, round);
  const all = useResource(JSON.stringify([asked, round]), async (client, signal) =>
    client.statistics.calls(asked, { signal }),
  );
  useEffect(() => {
    document.title = `${agent} · ${t('app.name')}`;
  });
  const seen = floor.value;
  return (
    <div class="day">
      <a class="way-back" href={to('/day', { ...filters, card: undefined })}>
        <Icon name="back" />
        {t('day.head')}
      </a>
      <header class="view-head">
        <h1 dir="auto">{agent}</h1>
        <p class="soft">{rangeName(range)}</p>
      </header>
      <RangeBar path={path} filters={filters} range={range} />
      {floor.error !== null && <Problem error={floor.error} onAgain={floor.reload} />}
      {seen === null && floor.error === null && <Loading lines={10} />}
      {seen && (
        <div class={floor.isLoading ? 'is-stale' : undefined}>
          {seen.totals.calls === 0 ? (
            <NoCalls path={path} filters={filters} agent={agent} />
          ) : (
            <>
              <Tiles floor={seen} range={range} />
              <HowToRead />
              {unit !== null && seen.pieces.length > 0 && (
                <OverTime path={path} filters={filters} range={range} unit={unit} rows={seen.pieces} />
              )}
              {all.error !== null && <Problem error={all.error} onAgain={all.reload} />}
              {all.value && (
                <BesideAll
                  title={t('agent.beside')}
                  own={agent}
                  others={t('agent.everyone')}
                  say={t('agent.beside.say')}
                  of={seen.totals}
                  all={all.value.totals}
                />
              )}
              <Rules
                violations={seen.totals.violations}
                ofAll={all.value?.totals.violations}
                calls={callsOf(filters, range, { agent_id: agent })}
              />
              <Advice agent={agent} filters={filters} range={range} round={round} />
              <Answers path={path} filters={filters} asked={asked} agent={agent} round={round} />
            </>
          )}
          <Looks agent={agent} round={round} />
          {seen.totals.calls > 0 && <LastCalls filters={filters} range={range} agent={agent} round={round} />}
          <p class="soft small day-as-of">
            {t('day.asOf', { time: moment(seen.asOf) })}{' '}
            <button type="button" class="link" onClick={() => setRound(round + 1)} disabled={floor.isLoading}>
              {t('day.again')}
            </button>
          </p>
        </div>
      )}
    </div>
  );
}

interface NoCallsProps {
  readonly path: string;
  readonly filters: FloorFilters;
  readonly agent: string;
}

function NoCalls({ path, filters, agent }: NoCallsProps) {
  return (
    <Empty title={t('agent.empty')}>
      <p class="soft">{t('agent.empty.say')}</p>
      <p class="day-empty-ways">
        {filters.days !== '30' && (
          <a class="button" href={to(path, { ...filters, days: '30', from: undefined, month: undefined })}>
            {t('day.empty.month')}
          </a>
        )}
        <a class="button second" href={to('/calls', { agent_id: agent })}>
          {t('agent.calls.all')}
        </a>
      </p>
    </Empty>
  );
}
