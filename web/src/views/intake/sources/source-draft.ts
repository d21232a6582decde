// Settings of a source, in the form and in the API. Without the browser.
import type { NamingPreset, Source, SourcesCreateParams } from '../../../../../clients/typescript/src/browser.js';

type NamingForm = 'pattern' | 'sidecar' | 'object_metadata' | NamingPreset;

/** Whether it is set in fields of its own. The compiler refuses a preset of the service that is missing here. */
const HAS_FIELDS: Readonly<Record<NamingForm, boolean>> = {
  pattern: true,
  sidecar: true,
  object_metadata: true,
  amazon_connect: false,
  genesys: false,
};

export const NAMINGS = Object.keys(HAS_FIELDS) as readonly NamingForm[];
/** Those of a newer service than this page too. */
export const isPreset = (naming: NamingForm): boolean => !HAS_FIELDS[naming];

export interface Draft {
  readonly kind: 's3' | 'twilio';
  readonly name: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly endpoint: string;
  readonly credentials: 'keys' | 'role';
  /** Never shown: empty while the stored credentials stay. */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly roleArn: string;
  readonly naming: NamingForm;
  readonly pattern: string;
  readonly sidecar: string;
  /** One field per line, as `agent_id = $.userIds[0]`. */
  readonly map: string;
  readonly objectMetadata: string;
  readonly timeZone: string;
  readonly agentId: string;
  readonly contactId: string;
  readonly language: string;
  readonly agentChannel: '' | '0' | '1';
  readonly start: 'new' | 'all';
  readonly everySeconds: string;
  readonly after: 'leave' | 'tag';
  readonly accountSid: string;
  readonly authToken: string;
  readonly leg: 'child' | 'parent';
  readonly apiBase: string;
}

/** A part of the form. */
export interface PartProps {
  readonly draft: Draft;
  readonly onDraft: (part: Partial<Draft>) => void;
  readonly error: unknown;
}

const NEW: Draft = {
  kind: 's3',
  name: '',
  bucket: '',
  prefix: '',
  region: '',
  endpoint: '',
  credentials: 'keys',
  accessKeyId: '',
  secretAccessKey: '',
  roleArn: '',
  naming: 'pattern',
  pattern: '',
  sidecar: '.json',
  map: '',
  objectMetadata: '',
  timeZone: '',
  agentId: '',
  contactId: '',
  language: '',
  agentChannel: '',
  start: 'new',
  everySeconds: '60',
  after: 'leave',
  accountSid: '',
  authToken: '',
  leg: 'child',
  apiBase: '',
};

/** @param source null for a new one */
export function draftOf(source: Source | null): Draft {
  if (source === null) return NEW;
  const defaults: Readonly<Record<string, unknown>> = source.defaults;
  const text = (name: string) => (defaults[name] === undefined ? '' : String(defaults[name]));
  const channel = text('agent_channel');
  return {
    ...NEW,
    kind: source.kind === 'twilio' ? 'twilio' : 's3',
    name: source.name,
    bucket: source.bucket ?? '',
    prefix: source.prefix ?? '',
    region: source.region ?? '',
    endpoint: source.endpoint ?? '',
    ...namingOf(source),
    agentId: text('agent_id'),
    contactId: text('contact_id'),
    language: text('language'),
    agentChannel: channel === '0' || channel === '1' ? channel : '',
    start: source.start === 'all' ? 'all' : 'new',
    everySeconds: String(source.every_seconds ?? 60),
    after: source.after === 'tag' ? 'tag' : 'leave',
    accountSid: source.account_sid ?? '',
    leg: source.agent === 'parent' ? 'parent' : 'child',
    apiBase: source.api_base ?? '',
  };
}

/** Naming as the service returns it. The kinds differ by their members. */
interface ShownNaming {
  readonly preset?: NamingPreset;
  readonly pattern?: string;
  readonly sidecar?: string;
  readonly map?: Readonly<Record<string, string>>;
  readonly object_metadata?: Readonly<Record<string, string>>;
  readonly time_zone?: string | null;
}

export const namingIn = ({ naming }: Source): ShownNaming => (naming ?? {}) as ShownNaming;

function namingOf(source: Source): Partial<Draft> {
  const { preset, pattern, sidecar, map, object_metadata, time_zone } = namingIn(source);
  const timeZone = time_zone ?? '';
  if (preset !== undefined) return { naming: preset };
  if (sidecar !== undefined) return { naming: 'sidecar', sidecar, map: pairsText(map ?? {}), timeZone };
  if (object_metadata !== undefined)
    return { naming: 'object_metadata', objectMetadata: pairsText(object_metadata), timeZone };
  return { naming: 'pattern', pattern: pattern ?? '', timeZone };
}

export const pairsText = (pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs)
    .map(([field, place]) => `${field} = ${place}`)
    .join('\n');

/** A line without an equals sign is a field without a place. The service refuses it with its own message. */
export function pairsOf(text: string): Record<string, string> {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

/** @param before its members that the form does not show stay unchanged */
export function paramsOf(draft: Draft, before: Source | null): SourcesCreateParams {
  // The service checks `naming` and `defaults`, and reports faults with its own messages.
  return wanted(draft, before) as unknown as SourcesCreateParams;
}

function wanted(draft: Draft, before: Source | null) {
  const shared = { name: draft.name.trim(), kind: draft.kind, defaults: defaultsOf(draft, before) };
  if (draft.kind === 'twilio')
    return {
      ...shared,
      account_sid: draft.accountSid.trim(),
      agent: draft.leg,
      ...(draft.authToken !== '' && { auth_token: draft.authToken.trim() }),
      ...(draft.apiBase.trim() !== '' && { api_base: draft.apiBase.trim() }),
    };
  const credentials = credentialsOf(draft);
  return {
    ...shared,
    bucket: draft.bucket.trim(),
    ...(draft.prefix !== '' && { prefix: draft.prefix }),
    ...(draft.region.trim() !== '' && { region: draft.region.trim() }),
    ...(draft.endpoint.trim() !== '' && { endpoint: draft.endpoint.trim() }),
    ...(credentials !== null && { credentials }),
    naming: namingParams(draft),
    start: draft.start,
    every_seconds: Number(draft.everySeconds),
    after: draft.after,
  };
}

function credentialsOf({ credentials, accessKeyId, secretAccessKey, roleArn }: Draft) {
  if (credentials === 'role') return roleArn.trim() === '' ? null : { role_arn: roleArn.trim() };
  return accessKeyId.trim() === '' && secretAccessKey === ''
    ? null
    : { access_key_id: accessKeyId.trim(), secret_access_key: secretAccessKey.trim() };
}

function namingParams({ naming, pattern, sidecar, map, objectMetadata, timeZone }: Draft) {
  const zone = timeZone.trim() === '' ? {} : { time_zone: timeZone.trim() };
  switch (naming) {
    case 'pattern':
      return { pattern: pattern.trim(), ...zone };
    case 'sidecar':
      return { sidecar: sidecar.trim(), map: pairsOf(map), ...zone };
    case 'object_metadata':
      return { object_metadata: pairsOf(objectMetadata), ...zone };
    default:
      return { preset: naming };
  }
}

const IN_FORM = ['agent_id', 'contact_id', 'language', 'agent_channel'];

function defaultsOf({ agentId, contactId, language, agentChannel }: Draft, before: Source | null) {
  const kept = Object.entries(before?.defaults ?? {}).filter(([name]) => !IN_FORM.includes(name));
  return {
    ...Object.fromEntries(kept),
    ...(agentId.trim() !== '' && { agent_id: agentId.trim() }),
    ...(contactId.trim() !== '' && { contact_id: contactId.trim() }),
    ...(language.trim() !== '' && { language: language.trim() }),
    ...(agentChannel !== '' && { agent_channel: Number(agentChannel) }),
  };
}
