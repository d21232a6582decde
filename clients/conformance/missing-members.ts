// What a model of a library loses of the JSON that the service wrote.

/** The last use and the time of a reading differ from one answer to the next. */
const DIFFERS: ReadonlySet<string> = new Set(['last_used_at', 'last_used_by', 'as_of']);
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** @returns a sentence for each member of `raw` that `modelled` lacks or has otherwise. A null may be left out. */
export function missingMembers(raw: unknown, modelled: unknown, path = 'result'): readonly string[] {
  if (raw === null)
    return modelled === null || modelled === undefined ? [] : [`${path} is null, not ${short(modelled)}`];
  if (Array.isArray(raw)) {
    if (!Array.isArray(modelled) || modelled.length !== raw.length)
      return [`${path} has ${raw.length} items, not ${short(modelled)}`];
    return raw.flatMap((one, index) => missingMembers(one, modelled[index], `${path}[${index}]`));
  }
  if (typeof raw === 'object') {
    if (typeof modelled !== 'object' || modelled === null) return [`${path} is lost: ${short(raw)}`];
    return Object.entries(raw)
      .filter(([name]) => !DIFFERS.has(name))
      .flatMap(([name, one]) => missingMembers(one, Reflect.get(modelled, name), `${path}.${name}`));
  }
  return isSame(raw, modelled) ? [] : [`${path} is ${short(raw)}, not ${short(modelled)}`];
}

function isSame(raw: unknown, modelled: unknown): boolean {
  if (raw === modelled) return true;
  if (typeof raw !== 'string' || typeof modelled !== 'string') return false;
  // The same moment in another spelling.
  if (ISO_DATE.test(raw)) return Date.parse(raw) === Date.parse(modelled);
  // The signature of a link and its end are new in each answer.
  return URL.canParse(raw) && URL.canParse(modelled) && new URL(raw).pathname === new URL(modelled).pathname;
}

const short = (value: unknown) => (JSON.stringify(value) ?? 'missing').slice(0, 200);
