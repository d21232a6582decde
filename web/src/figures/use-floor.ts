// What the tiles and the drawing show: figures of a time, of the time before, and of its days, weeks or months.

import type { CallFigures, CallRow } from '../../../clients/typescript/src/browser.js';
import { type Resource, useResource } from '../api/use-resource.js';
import { type Asked, askedAt } from './filters.js';
import type { Unit } from './range.js';

export interface FloorAsked {
  readonly asked: Asked;
  /** Null: no pieces are drawn. */
  readonly unit: Unit | null;
  readonly isCompared: boolean;
  readonly agent?: string | undefined;
}

export interface Floor {
  readonly totals: CallFigures;
  /** Null where nothing is compared. */
  readonly before: { readonly totals: CallFigures; readonly from: number; readonly to: number } | null;
  /** The first first. */
  readonly pieces: readonly CallRow[];
  /** Unix seconds. */
  readonly asOf: number;
}

/** @param round reads again with it */
export function useFloor(want: FloorAsked, round: number): Resource<Floor> {
  const { asked, unit, isCompared, agent } = want;
  return useResource(JSON.stringify([want, round]), async (client, signal): Promise<Floor> => {
    const of = { agent_id: agent };
    const [now, pieces] = await Promise.all([
      client.statistics.calls({ ...asked, ...of, compare: isCompared ? 'previous' : undefined }, { signal }),
      unit === null ? null : client.statistics.calls({ ...asked, ...of, group_by: unit }, { signal }),
    ]);
    // Counts are shown beside those of the time before, of which a change tells the difference alone.
    const { previous } = now;
    const before = previous && (await client.statistics.calls({ ...askedAt(asked, previous), ...of }, { signal }));
    return {
      totals: now.totals,
      before: previous && before ? { totals: before.totals, ...previous } : null,
      pieces: pieces?.rows ?? [],
      asOf: now.as_of,
    };
  });
}
