// Calls to draw from, as a person enters them and as the API takes them. Without the browser.
import { startOfDay } from './call-filters.js';

export interface DrawnCalls {
  readonly count: string;
  readonly agent: string;
  /** Days. */
  readonly from: string;
  readonly until: string;
}

export function drawnFilter({ agent, from, until }: Omit<DrawnCalls, 'count'>, livemode: boolean) {
  const after = secondBefore(from, 0);
  // The day itself is included.
  const before = secondBefore(until, 1);
  return {
    livemode,
    ...(agent !== '' && { agent_id: agent }),
    ...(after !== undefined && { created_after: after }),
    ...(before !== undefined && { created_before: before }),
  };
}

/** The API takes calls after a second, and up to a second. */
function secondBefore(day: string, later: number): number | undefined {
  const start = startOfDay(day, later);
  return start === undefined ? undefined : Date.parse(start) / 1000 - 1;
}
