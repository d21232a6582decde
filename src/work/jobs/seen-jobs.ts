// Jobs over many calls, as members of some teams see them: those that were started within these teams. One over every call of the
// account is closed to them.
import type { Sight } from '../../access/rights.js';

/** SQL condition on a table of jobs. @param parameter that `seenTeams` gives @param of alias of the table, with its dot */
export const seenJob = (parameter: string, of = ''): string =>
  `(${parameter}::jsonb IS NULL OR ${of}sight -> 'teams' <@ ${parameter}::jsonb)`;

/** Parameter of `seenJob`. */
export function seenTeams(sight: Sight | null): string | null {
  if (sight === null) return null;
  return JSON.stringify('teams' in sight ? sight.teams : []);
}
