// Reads a recording callback of Twilio: the form of `recordingStatusCallback`, and the signed query of its URL.
// https://www.twilio.com/docs/voice/api/recording#recordingstatuscallback
import { invalid, type ValidationItem } from '../../platform/errors/api-error.js';
import { MESSAGES, tooLong, valueError } from '../../platform/errors/validation-messages.js';
import { MAX_URL_CHARACTERS } from '../../platform/http/validation/fields.js';
import { storageFault } from '../../platform/http/validation/storable-text.js';
import { parseUrl } from '../../platform/outbound/parse-url.js';
import { bodyOf, fieldFault } from './naming/named-fields.js';
import type { FormFields } from './twilio-signature.js';

export const LEGS = ['child', 'parent'] as const;
export type Leg = (typeof LEGS)[number];

export interface TwilioSettings {
  readonly account_sid: string;
  /** Leg of the call on which the agent is. */
  readonly agent: Leg;
  /** Base of the addresses of the account's recordings; null: Twilio's. */
  readonly api_base: string | null;
}

export interface TwilioCredentials {
  readonly auth_token: string;
}

export const TWILIO_API = 'https://api.twilio.com';
const COMPLETED = 'completed';
const MAX_SID_CHARACTERS = 255;
const KEPT_FIELDS = ['RecordingSid', 'RecordingUrl', 'CallSid', 'From', 'To'];

export const isCompleted = (fields: FormFields) => textOf(fields, 'RecordingStatus') === COMPLETED;

/**
 * Twilio signs names and values without separators, so the same signature fits a form that is split in another way. This check
 * makes such a form useless: the account is the first name, and the recording's id lies between the names. Where both are intact,
 * an intercepted form cannot be changed to name another recording or address. Sub-accounts sign with tokens of their own.
 */
export function isWhole(fields: FormFields, settings: TwilioSettings): boolean {
  const [sid, url] = [textOf(fields, 'RecordingSid'), textOf(fields, 'RecordingUrl')];
  if (textOf(fields, 'AccountSid') !== settings.account_sid || sid?.includes('Recording')) return false;
  const address = url === null ? null : parseUrl(url);
  if (sid === null || address === null || address.origin !== originOf(settings)) return true;
  return address.pathname.split('/').at(-1)?.replace(EXTENSION, '') === sid;
}

export interface CompletedRecording {
  readonly recordingSid: string;
  /** Unchecked body of POST /analysis/from-url for the recording. */
  readonly submission: Readonly<Record<string, unknown>>;
}

/**
 * @param query of the callback's URL: fields of the call that the client knows when it answers it
 * @throws ApiError 422 for a form that names no recording, and for text that no call can hold
 */
export function readCallback(
  fields: FormFields,
  query: FormFields,
  settings: TwilioSettings,
  defaults: Readonly<Record<string, unknown>>,
): CompletedRecording {
  const recordingSid = textOf(fields, 'RecordingSid');
  const url = textOf(fields, 'RecordingUrl');
  const faults = [...sidFaults(recordingSid), ...urlFaults(url), ...textFaults(fields, query)];
  if (recordingSid === null || url === null || faults.length > 0) throw invalid(faults);
  const named = bodyOf(namedFields(query), 'UTC');
  const leg = LEGS.find((one) => one === textOf(query, 'agent')) ?? settings.agent;
  const metadata = { ...recordOf(defaults.metadata), ...recordOf(named.metadata) };
  const body: Record<string, unknown> = {
    // The dialled number names the customer only if the form has it; the call's id is always there.
    contact_id: contactOf(fields, leg) ?? textOf(fields, 'CallSid'),
    call_started_at: startOf(fields),
    ...withoutNulls(defaults),
    ...named,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    agent_channel: leg === 'parent' ? 0 : 1,
    external_id: recordingSid,
    audio_url: recordingUrl(url, fields, settings),
  };
  return { recordingSid, submission: withoutNulls(body) };
}

/** Origin to which the credentials of a source may be sent. */
export const originOf = ({ api_base }: TwilioSettings) => new URL(api_base ?? TWILIO_API).origin;

/** Address of the file with one channel for each leg, where the account's API has it. Any other address stays unchanged. */
function recordingUrl(address: string, fields: FormFields, settings: TwilioSettings): string {
  const url = new URL(address);
  if (url.origin !== originOf(settings)) return address;
  if (!EXTENSION.test(url.pathname)) url.pathname += '.wav';
  // Twilio refuses two channels for a recording with one. Where the form does not tell their number, a refusal does.
  if (textOf(fields, 'RecordingChannels') !== '1') url.searchParams.set(CHANNELS, '2');
  return url.href;
}

/** @returns the address of the recording with the channels that it has; null where it asks for no number of them */
export function withoutChannels(address: string): string | null {
  const url = new URL(address);
  if (!url.searchParams.has(CHANNELS)) return null;
  url.searchParams.delete(CHANNELS);
  return url.href;
}

const CHANNELS = 'RequestedChannels';
const EXTENSION = /\.(wav|mp3)$/i;

/** Inbound call: the customer called, on the parent leg. Outbound call: the customer was called, on the child leg. */
const contactOf = (fields: FormFields, leg: Leg) => textOf(fields, leg === 'child' ? 'From' : 'To');

/** Start of the call, given as in `Fri, 20 Nov 2026 09:58:00 +0000`. */
function startOf(fields: FormFields): string | null {
  const at = Date.parse(textOf(fields, 'RecordingStartTime') ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

const namedFields = (query: FormFields) =>
  new Map(
    Object.keys(query)
      .filter((name) => fieldFault(name) === null && name !== 'external_id' && name !== 'agent_channel')
      .map((name) => [name, textOf(query, name)]),
  );

function sidFaults(sid: string | null): ValidationItem[] {
  if (sid === null) return [missing('RecordingSid')];
  if (sid.length <= MAX_SID_CHARACTERS) return [];
  return [{ type: 'string_too_long', loc: ['body', 'RecordingSid'], msg: tooLong(MAX_SID_CHARACTERS) }];
}

/** Faults of the texts that are kept of the form and of the query. */
function textFaults(fields: FormFields, query: FormFields): ValidationItem[] {
  const kept: readonly (readonly [string, string, string | null])[] = [
    ...KEPT_FIELDS.map((name) => ['body', name, textOf(fields, name)] as const),
    ...[...namedFields(query)].map(([name, value]) => ['query', name, value] as const),
  ];
  return kept.flatMap(([source, name, value]): ValidationItem[] => {
    const fault = storageFault(name) ?? storageFault(value ?? '');
    return fault === null ? [] : [{ type: 'value_error', loc: [source, name], msg: valueError(fault) }];
  });
}

function urlFaults(url: string | null): ValidationItem[] {
  if (url === null) return [missing('RecordingUrl')];
  if (url.length > MAX_URL_CHARACTERS) return [URL_TOO_LONG];
  const isFit = parseUrl(url) !== null && /^https?:$/.test(new URL(url).protocol);
  return isFit ? [] : [{ type: 'url_parsing', loc: ['body', 'RecordingUrl'], msg: MESSAGES.url_parsing }];
}

/** A longer one is no `audio_url` either. */
export const URL_TOO_LONG: ValidationItem = {
  type: 'string_too_long',
  loc: ['body', 'RecordingUrl'],
  msg: tooLong(MAX_URL_CHARACTERS),
};

const missing = (name: string): ValidationItem => ({ type: 'missing', loc: ['body', name], msg: MESSAGES.missing });

/** Null for a field that is missing, empty, or given more than once. */
function textOf(fields: FormFields, name: string): string | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

const withoutNulls = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
