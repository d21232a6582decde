// Queue of files to submit, with their states. It lives as long as the page: switching to another view does not stop it.
import { computed, signal } from '@preact/signals';
import type {
  Analysis,
  AnalysisSummary,
  CallAnalysisError,
  Progress,
  RedactionPreset,
  Scenario,
} from '../../../clients/typescript/src/browser.js';
import { keptPattern } from './kept-pattern.js';
import { type Party, patternOf, readName } from './name-pattern.js';
import type { Pause } from './pause.js';

/** Settings that apply to all files. */
export interface Shared {
  /** Source of agent and contact: each file's name, or the same values for all files. */
  readonly from: 'name' | 'all';
  readonly pattern: string;
  readonly agent: string;
  readonly contact: string;
  /** ISO 639-1; empty: the service detects it. */
  readonly language: string;
  /** Ids of the scorecards to evaluate by; empty: the default ones. */
  readonly scorecards: readonly string[];
  readonly webhook: string;
  /** Redaction in addition to the account's settings; empty: none. */
  readonly redact: '' | RedactionPreset;
}

/** Fields sent with the recording. They are the same for every retry, like the key. */
export interface Fields {
  readonly agent_id: string;
  readonly contact_id: string;
  readonly language?: string | undefined;
  readonly scorecards?: readonly string[] | undefined;
  readonly webhook_url?: string | undefined;
  readonly redact?: readonly RedactionPreset[] | undefined;
}

export type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'queued' }
  | { readonly kind: 'sending'; readonly sentBytes: number }
  /** It is retried at this time on the browser's clock. */
  | { readonly kind: 'paused'; readonly why: Pause['why']; readonly until: number }
  | { readonly kind: 'refused'; readonly error: CallAnalysisError }
  /** The file was moved, changed or deleted since it was chosen. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'accepted'; readonly call: AcceptedCall };

export interface AcceptedCall {
  readonly id: string;
  readonly created: number;
  readonly status: 'processing' | 'completed' | 'failed';
  readonly progress: Progress | null;
  readonly compliance: number | null;
  readonly quality: number | null;
  readonly violations: number;
  /** Reason for a failure. */
  readonly message: string | null;
}

export interface Item {
  readonly id: number;
  readonly source: { readonly file: File } | { readonly scenario: Scenario };
  /** Values that a person entered for this file. */
  readonly typed: Readonly<Partial<Record<Party, string>>>;
  /** Its `Idempotency-Key`. */
  readonly key: string;
  /** Null before it was sent. */
  readonly fields: Fields | null;
  readonly state: State;
}

export const MAX_ITEMS = 500;

export const shared = signal<Shared>({
  from: 'name',
  pattern: keptPattern(),
  agent: '',
  contact: '',
  language: '',
  scorecards: [],
  webhook: '',
  redact: '',
});
export const items = signal<readonly Item[]>([]);

const pattern = computed(() => patternOf(shared.value.pattern));
export const patternFault = computed(() => pattern.value.fault);

const isMoving = ({ state: { kind } }: Item): boolean => kind === 'queued' || kind === 'sending' || kind === 'paused';
/** Number of files in progress: leaving the page would stop them. */
export const onTheirWay = computed(() => items.value.filter(isMoving).length);
/** Number of connections that uploads use, of the few that a browser has. */
export const uploading = computed(() => items.value.filter(({ state }) => state.kind === 'sending').length);
export const refused = computed(
  () => items.value.filter(({ state: { kind } }) => kind === 'refused' || kind === 'unreadable').length,
);
export const processing = computed(() =>
  items.value.flatMap(({ state }) =>
    state.kind === 'accepted' && state.call.status === 'processing' ? [state.call] : [],
  ),
);

export interface Parties {
  readonly agent: string;
  readonly contact: string;
}

/** Agent and contact of a file before it is sent; null for a scenario. Values entered for one file have priority. */
export function partiesOf({ source, typed }: Item): Parties | null {
  if (!('file' in source)) return null;
  const { from, agent, contact } = shared.value;
  const read = from === 'all' ? { agent, contact } : readName(pattern.value, source.file.name);
  return { agent: typed.agent ?? read?.agent ?? '', contact: typed.contact ?? read?.contact ?? '' };
}

export const areWhole = (parties: Parties | null): boolean =>
  parties !== null && parties.agent.trim() !== '' && parties.contact.trim() !== '';

/** Files that can be sent now. */
export const ready = computed(() =>
  items.value.filter((item) => item.state.kind === 'ready' && areWhole(partiesOf(item))),
);
/** Number of files without an agent or a contact. */
export const lacking = computed(
  () => items.value.filter((item) => item.state.kind === 'ready' && !areWhole(partiesOf(item))).length,
);

export function fieldsOf(item: Item): Fields | null {
  const parties = partiesOf(item);
  if (parties === null) return null;
  const { language, scorecards, webhook, redact } = shared.value;
  return {
    agent_id: parties.agent.trim(),
    contact_id: parties.contact.trim(),
    ...(language !== '' && { language }),
    ...(scorecards.length > 0 && { scorecards }),
    ...(webhook.trim() !== '' && { webhook_url: webhook.trim() }),
    ...(redact !== '' && { redact: [redact] }),
  };
}

let lastId = 0;

/** `crypto.randomUUID` exists only over HTTPS and on localhost. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export function newItem(source: Item['source'], fields: Fields | null = null): Item {
  lastId += 1;
  return { id: lastId, source, typed: {}, key: newKey(), fields, state: { kind: 'ready' } };
}

export interface Taken {
  /** Number of files that were in the list already. */
  readonly known: number;
  /** Number of files beyond the limit of the list. */
  readonly beyond: number;
}

export function addFiles(files: readonly File[]): Taken {
  const names = new Set(items.value.flatMap(({ source }) => ('file' in source ? [sameness(source.file)] : [])));
  const fresh = files.filter((file) => {
    const name = sameness(file);
    return !names.has(name) && names.add(name);
  });
  const taken = fresh.slice(0, MAX_ITEMS - items.value.length);
  items.value = [...items.value, ...taken.map((file) => newItem({ file }))];
  return { known: files.length - fresh.length, beyond: fresh.length - taken.length };
}

/** Key of a file: the same file added twice would be billed twice. */
const sameness = ({ name, size, lastModified }: File): string => `${name}\n${size}\n${lastModified}`;

export function change(id: number, by: (item: Item) => Item): void {
  items.value = items.value.map((item) => (item.id === id ? by(item) : item));
}

export const put = (id: number, state: State): void => change(id, (item) => ({ ...item, state }));

export function typeParty(id: number, party: Party, value: string): void {
  change(id, (item) => ({ ...item, typed: { ...item.typed, [party]: value } }));
}

export function remove(id: number): void {
  items.value = items.value.filter((item) => item.id !== id || isMoving(item));
}

export function removeEnded(): void {
  items.value = items.value.filter(
    ({ state }) => state.kind !== 'cancelled' && (state.kind !== 'accepted' || state.call.status === 'processing'),
  );
}

export function acceptedCall(call: Analysis | AnalysisSummary): AcceptedCall {
  const { id, created, status } = call;
  const results = call.status === 'completed' ? call.results : null;
  return {
    id,
    created,
    status,
    progress: call.progress,
    compliance: results?.compliance.score ?? null,
    quality: results?.quality.overall_score ?? null,
    violations: results === null ? 0 : violationsOf(results.compliance),
    message: call.status === 'failed' ? call.metadata.error_message : null,
  };
}

const violationsOf = (
  compliance: { readonly violations: readonly unknown[] } | { readonly violations_count: number },
) => ('violations' in compliance ? compliance.violations.length : compliance.violations_count);
