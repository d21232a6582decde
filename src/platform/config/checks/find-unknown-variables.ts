// Names the variables that look like settings of the service but that the service does not read, so that a misspelled setting is
// reported. Other programs share the environment, so this check only warns.
import { editDistance } from './edit-distance.js';

/** Variables read by libraries and by Kubernetes. They look like settings of this service. */
const FOREIGN = [
  /^(AWS|OTEL)_/,
  /^OPENAI_(ORG_ID|ORGANIZATION|PROJECT_ID|LOG|WEBHOOK_SECRET|CUSTOM_HEADERS|API_VERSION)$/,
  /_SERVICE_(HOST|PORT)(_\w+)?$/,
  /_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/,
];
/** The address of a Kubernetes service, as in `WORKER_PORT=tcp://10.0.0.1:80`. */
const SERVICE_LINK = /^(tcp|udp|sctp):\/\//;

/** Shorter names have too many neighbours that mean something else, such as HOST and HOME. */
const MIN_GUESSED_LENGTH = 7;
const LONG_NAME_LENGTH = 10;

/**
 * @param given the variables that are set
 * @param settings the names that the service reads
 * @returns one sentence for each
 */
export function findUnknownVariables(
  given: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): string[] {
  const prefixes = sharedPrefixes(settings);
  return Object.entries(given).flatMap(([name, value]) => {
    if (settings.includes(name) || isForeign(name, value ?? '')) return [];
    const isOurs = prefixes.some((prefix) => name.startsWith(prefix));
    const meant = nearestOf(name, settings, isOurs) ?? (isOurs ? withAllWordsOf(name, settings) : null);
    if (meant !== null) return [`${name} is not a setting; did you mean ${meant}?`];
    return isOurs ? [`${name} is not a setting of this service`] : [];
  });
}

function isForeign(name: string, value: string): boolean {
  return FOREIGN.some((pattern) => pattern.test(name)) || (name.endsWith('_PORT') && SERVICE_LINK.test(value));
}

/** Prefixes that at least two settings share, such as `WORKER_`. */
function sharedPrefixes(settings: readonly string[]): string[] {
  const words = settings.flatMap((name) => /^[A-Z0-9]+_/.exec(name) ?? []);
  return [...new Set(words.filter((word, at) => words.indexOf(word) !== at))];
}

/** The setting that differs by few letters; null when there is none. */
function nearestOf(name: string, settings: readonly string[], isOurs: boolean): string | null {
  const allowed = isOurs ? Math.ceil(name.length / 5) : allowedEdits(name);
  let nearest: { readonly setting: string; readonly edits: number } | null = null;
  for (const setting of settings) {
    // Two names differ by at least their difference in length. Most pairs end here: a start may compare thousands.
    if (Math.abs(setting.length - name.length) > allowed) continue;
    const edits = editDistance(name, setting);
    if (edits <= allowed && edits < (nearest?.edits ?? Number.POSITIVE_INFINITY)) nearest = { setting, edits };
  }
  return nearest?.setting ?? null;
}

function allowedEdits({ length }: string): number {
  if (length < MIN_GUESSED_LENGTH) return 0;
  return length < LONG_NAME_LENGTH ? 1 : 2;
}

/** Setting that contains every word of the name, such as `OPENAI_API_KEY` for `OPENAI_KEY`. Null when there is none. */
function withAllWordsOf(name: string, settings: readonly string[]): string | null {
  const words = name.split('_');
  return settings.find((setting) => words.every((word) => setting.split('_').includes(word))) ?? null;
}
