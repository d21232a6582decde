// What the view reads: the calls of the period, how many wait for a look, and which rules were violated.
import { useRef, useState } from 'preact/hooks';
import type { CompletedAnalysisSummary } from '../../../../clients/typescript/src/browser.js';
import { type Resource, useResource } from '../../api/use-resource.js';
import type { Period } from './period.js';
import { type ReadCalls, readNewest } from './read-calls.js';

export interface Asked {
  readonly period: Period;
  readonly agent: string | undefined;
  readonly livemode: boolean;
}

interface Seen extends ReadCalls {
  readonly asked: Asked;
  /** In test mode where live calls are asked for, and the other way round. */
  readonly otherMode: number;
  /** All that wait for a look, of any day. */
  readonly toLookAt: number;
  readonly at: Date;
}

export interface DayRead extends Resource<Seen> {
  readonly progress: { readonly read: number; readonly all: number } | null;
  /** Goes no further: what was read stays. */
  readonly stop: () => void;
}

export function useDay(asked: Asked): DayRead {
  const { period, agent, livemode } = asked;
  const [progress, setProgress] = useState<DayRead['progress']>(null);
  const isStopped = useRef(false);
  const key = JSON.stringify([period.after, period.before, agent, livemode]);
  const resource = useResource(key, async (client, signal): Promise<Seen> => {
    isStopped.current = false;
    setProgress(null);
    const filter = {
      agent_id: agent,
      created_after: period.after.toISOString(),
      created_before: period.before.toISOString(),
    };
    const [read, others, queue] = await Promise.all([
      readNewest({
        pageAt: (offset, limit) => client.analyses.listSummaries({ ...filter, livemode, offset, limit }, { signal }),
        onProgress: (read, all) => signal.aborted || setProgress({ read, all }),
        isStopped: () => isStopped.current,
      }),
      client.analyses.listSummaries({ ...filter, livemode: !livemode, limit: 1 }, { signal }),
      client.reviewQueue.list({ agent_id: agent, limit: 1 }, { signal }),
    ]);
    return { ...read, asked, otherMode: others.total, toLookAt: queue.total, at: new Date() };
  });
  const stop = () => {
    isStopped.current = true;
  };
  return { ...resource, progress: resource.isLoading ? progress : null, stop };
}

/** A summary tells how many rules were violated, and the whole call which: so many calls are read for that. */
export const MAX_RULED = 20;
const AT_ONCE = 4;

export function useRules(calls: readonly CompletedAnalysisSummary[]): Resource<readonly string[]> {
  const ids = calls.slice(0, MAX_RULED).map(({ id }) => id);
  return useResource(ids.join(), async (client, signal): Promise<readonly string[]> => {
    const rules: string[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE).map((id) => client.analyses.get(id, {}, { signal }));
      for (const { results } of await Promise.all(some))
        for (const { rule, upheld } of results?.compliance.violations ?? []) if (upheld !== false) rules.push(rule);
    }
    return rules;
  });
}
