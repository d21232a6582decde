import { useCallback, useState } from 'preact/hooks';
import { useAct } from '../../api/use-act.js';
import { go, to } from '../../routing/router.js';
import { reviewer } from '../../session/reviewer.js';
import { takeNext } from './claim.js';
import type { Wanted } from './queue-filters.js';

export interface Taking {
  readonly take: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** The last time there was none to take. */
  readonly isNone: boolean;
}

/** Takes the next call and opens it. @param onNone told that there is none to take */
export function useTake(wanted: Wanted, onNone?: () => void): Taking {
  const [isNone, setNone] = useState(false);
  const { run, isBusy, error } = useAct();
  const take = useCallback(() => {
    void run(JSON.stringify([wanted, reviewer.value]), async (client, once) => {
      const item = await takeNext(client, wanted, once);
      setNone(item === null);
      if (item === null) onNone?.();
      else go(to(`/calls/${item.analysis_id}`));
    });
  }, [run, wanted, onNone]);
  return { take, isBusy, error, isNone };
}
