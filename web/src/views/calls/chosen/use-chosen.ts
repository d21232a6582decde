import { useRef, useState } from 'preact/hooks';
import type { AnalysisSummary } from '../../../../../clients/typescript/src/browser.js';

export interface Chosen {
  readonly calls: readonly AnalysisSummary[];
  readonly ids: ReadonlySet<string>;
  /** @param isRange true: all rows from the row chosen before get the same state */
  readonly toggle: (id: string, isRange: boolean) => void;
  readonly chooseAll: () => void;
  readonly drop: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

/** Calls that a person has selected. @param listed rows of the page */
export function useChosen(listed: readonly AnalysisSummary[]): Chosen {
  const [kept, setKept] = useState<ReadonlyMap<string, AnalysisSummary>>(new Map());
  const last = useRef<string | null>(null);
  const fresh = new Map(listed.map((call) => [call.id, call]));
  const keepAll = (calls: readonly AnalysisSummary[]) =>
    setKept(new Map([...kept, ...calls.map((call) => [call.id, call] as const)]));
  const drop = (ids: readonly string[]) => setKept(new Map([...kept].filter(([id]) => !ids.includes(id))));
  return {
    calls: [...kept].map(([id, call]) => fresh.get(id) ?? call),
    ids: new Set(kept.keys()),
    toggle: (id, isRange) => {
      const [from, to] = [last.current, id].map((one) => listed.findIndex((call) => call.id === one));
      last.current = id;
      const ends = [from ?? -1, to ?? -1].sort((one, other) => one - other);
      const range =
        isRange && ends[0] !== -1 ? listed.slice(ends[0], (ends[1] ?? 0) + 1) : listed.filter((call) => call.id === id);
      if (kept.has(id)) drop(range.map((call) => call.id));
      else keepAll(range);
    },
    chooseAll: () => keepAll(listed),
    drop,
    clear: () => setKept(new Map()),
  };
}
