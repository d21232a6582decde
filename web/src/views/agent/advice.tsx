// What the reports of an agent's calls advise, gathered: the most frequent advice first, each with its calls.
import { useState } from 'preact/hooks';
import type { Analysis } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { type FloorFilters, isLive, timesOf } from '../../figures/filters.js';
import { grouped } from '../../figures/grouped.js';
import type { Range } from '../../figures/range.js';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { to } from '../../routing/router.js';
import { moment, t, tn } from '../../texts/texts.js';

/** Whole calls with their transcripts are read. */
const MAX_CALLS = 20;

interface AdviceProps {
  readonly agent: string;
  readonly filters: FloorFilters;
  readonly range: Range;
  /** Reload counter: a change reads the data again. */
  readonly round: number;
}

export function Advice({ agent, filters, range, round }: AdviceProps) {
  const [isOpen, setOpen] = useState(false);
  const params = {
    ...timesOf(filters, range),
    livemode: isLive(filters),
    agent_id: agent,
    status: 'completed' as const,
  };
  const calls = useResource(JSON.stringify([params, round, isOpen]), async (client, signal) =>
    isOpen ? (await client.analyses.list({ ...params, limit: MAX_CALLS }, { signal })).data : [],
  );
  return (
    <Section title={t('agent.advice')}>
      {!isOpen && (
        <button type="button" class="second" onClick={() => setOpen(true)}>
          {t('agent.advice.gather', { n: MAX_CALLS })}
        </button>
      )}
      {calls.error !== null && <Problem error={calls.error} onAgain={calls.reload} />}
      {isOpen && calls.isLoading && <Loading lines={4} />}
      {isOpen && !calls.isLoading && calls.value && (
        <>
          <p class="soft small">{tn('agent.advice.of', calls.value.length)}</p>
          <ul>
            {adviceOf(calls.value).map(([sentence, given]) => (
              <li key={sentence}>
                <span dir="auto">{sentence}</span> <strong class="small">{tn('calls.count', given.length)}</strong>
                {given.slice(0, 5).map(({ id, created }) => (
                  <a key={id} class="small" href={to(`/calls/${id}`)}>
                    {' '}
                    {moment(created)}
                  </a>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

/** Sentences of advice with their calls. */
function adviceOf(calls: readonly Analysis[]): readonly (readonly [string, readonly Analysis[]])[] {
  const given = calls.flatMap((call) =>
    call.status === 'completed'
      ? [...new Set(call.results.coaching.recommendations)].map((sentence) => ({ sentence, call }))
      : [],
  );
  return [...grouped(given, ({ sentence }) => sentence)]
    .map(([sentence, all]) => [sentence, all.map(({ call }) => call)] as const)
    .sort(([, one], [, other]) => other.length - one.length);
}
