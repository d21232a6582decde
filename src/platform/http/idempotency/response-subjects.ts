// What a stored response is about: ids, and `scorecard/number` for a revision. The response is deleted with any of them.
import type { ServiceRequest } from '../access/caller.js';
import { isUuid } from '../validation/fields.js';
import { isRecord } from '../validation/read-input.js';

/** Members of a request that name what the response will be about. */
const NAMING_MEMBERS = ['analysis_id', 'analysis_ids'];
/** More than any request names; the rest of a longer list is refused anyway. */
const MAX_NAMED = 100;

/** Read before the request runs, so that a deletion meanwhile finds the response. */
export function subjectsOfRequest({ path, body }: Pick<ServiceRequest, 'path' | 'body'>): string[] {
  const segments = path.toLowerCase().split('/');
  const ids = segments.filter(isUuid);
  const at = segments.indexOf('revisions');
  const revision = at > 0 && segments[at + 1] ? [`${segments[at - 1]}/${segments[at + 1]}`] : [];
  const named = NAMING_MEMBERS.flatMap((name) => (isRecord(body) ? [body[name]].flat() : []));
  return [...ids, ...revision, ...named.slice(0, MAX_NAMED).filter(isUuid).map(lowerCase)];
}

/** A text is an analysis as JSON: its id is in the path, or is that of the request. */
export function subjectsOfResponse(answer: unknown): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (isUuid(value)) found.add(value.toLowerCase());
    else if (Array.isArray(value)) value.forEach(visit);
    else if (isRecord(value)) {
      if (isUuid(value.scorecard_id) && typeof value.revision === 'number')
        found.add(`${value.scorecard_id.toLowerCase()}/${value.revision}`);
      Object.values(value).forEach(visit);
    }
  };
  if (typeof answer === 'object') visit(answer);
  return [...found];
}

const lowerCase = (id: string) => id.toLowerCase();
