// The times of words: megabytes for a long call, so that they are fetched when they are first needed.
import { useEffect, useMemo } from 'preact/hooks';
import { read } from '../../../api/api.js';
import type { Segment } from './turn.tsx';
import { type PlacedWord, placeWords } from './turns.js';

type Timed = NonNullable<Segment['words']>;

export interface Words {
  /** Those of a segment as it is written now; none before they are fetched, and where the engine gives none. */
  of(segment: Segment | undefined): readonly PlacedWord[];
  /** Resolves when they are there, or cannot be had. */
  load(): Promise<void>;
}

const NONE: readonly PlacedWord[] = [];

/**
 * @param id of the analysis
 * @param version of its transcript
 */
export function useWords(id: string, version: number): Words {
  const words = useMemo(() => openWords(id, version), [id, version]);
  useEffect(() => words.close, [words]);
  return words;
}

function openWords(id: string, version: number): Words & { readonly close: () => void } {
  const ending = new AbortController();
  const { signal } = ending;
  let timed: ReadonlyMap<number, Timed> | null = null;
  let loading: Promise<void> | null = null;
  const placed = new WeakMap<Segment, readonly PlacedWord[]>();
  const fetchThem = async () => {
    try {
      const query = { include: 'words', transcript_version: version } as const;
      const analysis = await read((client) => client.analyses.get(id, query, { signal }), signal);
      const segments: readonly Segment[] = (analysis.status === 'completed' && analysis.transcript?.segments) || [];
      timed = new Map(segments.flatMap((segment) => (segment.words ? [[segment.id, segment.words]] : [])));
    } catch {
      // The next one who needs them tries again.
      loading = null;
    }
  };
  return {
    of(segment) {
      const words = segment && timed?.get(segment.id);
      if (!words) return NONE;
      const known = placed.get(segment);
      if (known) return known;
      const made = placeWords(segment.text, words);
      placed.set(segment, made);
      return made;
    },
    load: () => {
      loading ??= fetchThem();
      return loading;
    },
    close: () => ending.abort(),
  };
}
