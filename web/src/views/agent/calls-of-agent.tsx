// Calls of an agent that need a review, and the last calls in the selected time.
import { useResource } from '../../api/use-resource.js';
import { callsOf, type FloorFilters, isLive } from '../../figures/filters.js';
import type { Range } from '../../figures/range.js';
import { CallsTable } from '../../listing/calls-table.tsx';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { showsTest } from '../../routing/mode.js';
import { to } from '../../routing/router.js';
import { t, tn } from '../../texts/texts.js';
import { QueueTable } from '../queue/queue-table.tsx';

const MAX_LOOKS = 5;
const MAX_CALLS = 10;

interface LooksProps {
  readonly agent: string;
  /** Reload counter: a change reads the data again. */
  readonly round: number;
}

/** Calls in the review queue, of any day. */
export function Looks({ agent, round }: LooksProps) {
  const livemode = !showsTest.value;
  const looks = useResource(JSON.stringify([agent, livemode, round]), async (client, signal) =>
    client.reviewQueue.list({ agent_id: agent, livemode, order: 'severity', limit: MAX_LOOKS }, { signal }),
  );
  return (
    <Section
      title={t('queue.title')}
      act={
        looks.value !== null &&
        looks.value.total > 0 && <a href={to('/queue', { agent_id: agent })}>{tn('agent.looks', looks.value.total)}</a>
      }
    >
      {looks.error !== null && <Problem error={looks.error} onAgain={looks.reload} />}
      {looks.value === null && looks.error === null && <Loading lines={2} />}
      {looks.value?.total === 0 && <p class="soft">{t('agent.looks.none')}</p>}
      {looks.value !== null && looks.value.total > 0 && <QueueTable isFolded={false} items={looks.value.items} />}
    </Section>
  );
}

interface LastCallsProps extends LooksProps {
  readonly filters: FloorFilters;
  readonly range: Range;
}

export function LastCalls({ filters, range, agent, round }: LastCallsProps) {
  const asked = {
    agent_id: agent,
    livemode: isLive(filters),
    created_after: range.after.toISOString(),
    created_before: range.before.toISOString(),
    limit: MAX_CALLS,
  };
  const calls = useResource(JSON.stringify([asked, round]), async (client, signal) =>
    client.analyses.listSummaries(asked, { signal }),
  );
  return (
    <Section
      title={t('agent.calls')}
      act={
        <a href={to('/calls', callsOf(filters, range, { agent_id: agent, status: undefined }))}>
          {t('agent.calls.all')}
        </a>
      }
    >
      {calls.error !== null && <Problem error={calls.error} onAgain={calls.reload} />}
      {calls.value === null && calls.error === null && <Loading lines={5} />}
      {calls.value?.data.length === 0 && <p class="soft">{t('agent.calls.none')}</p>}
      {calls.value !== null && calls.value.data.length > 0 && <CallsTable calls={calls.value.data} />}
    </Section>
  );
}
