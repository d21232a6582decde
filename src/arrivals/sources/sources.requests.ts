import { SubmitCallFields } from '../../pipeline/intake/submit-call.request.js';
import { MESSAGES, valueError } from '../../platform/errors/validation-messages.js';
import { FIELDS_OF, type FieldsOf } from '../../platform/http/openapi/shared-fields.js';
import { defineField, type FieldOptions } from '../../platform/http/validation/define-field.js';
import { accept, type Problem, reject } from '../../platform/http/validation/field-rules.js';
import { Flag, HttpUrl, Instant, Nested, OneOf, Text, Whole } from '../../platform/http/validation/fields.js';
import { type Alternative, ObjectWith } from '../../platform/http/validation/object-rules.js';
import { inputFaults, isRecord, unknownItems } from '../../platform/http/validation/read-input.js';
import { NamingField } from './naming/naming.request.js';
import type { Naming } from './naming/presets.js';
import {
  AFTER_TAKING,
  type AfterTaking,
  SOURCE_KINDS,
  SOURCE_STARTS,
  type SourceFields,
  type SourceKind,
  type SourceStart,
} from './source.js';
import { LEGS, type Leg } from './twilio-callback.js';

/** Printable, so that a header can carry it. */
const ASCII = /^[\x21-\x7e]+$/;
const MIN_EVERY_SECONDS = 15;
const MAX_EVERY_SECONDS = 3_600;
export const ITEM_STATUSES = ['waiting', 'taken', 'existing', 'refused'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

@ObjectWith({
  isClosed: true,
  findFaults: credentialFaults,
  alternatives: [
    { has: ['access_key_id', 'secret_access_key'], lacks: ['role_arn'] },
    { has: ['role_arn'], lacks: ['access_key_id', 'secret_access_key'] },
  ],
})
export class SourceCredentialsRequest {
  @Text({
    description: 'Access key of a user who may list and read the bucket; with `after: "tag"` also read and write tags.',
    example: 'AKIAIOSFODNN7EXAMPLE',
    max: 128,
    pattern: ASCII,
    optional: true,
  })
  access_key_id?: string | null;

  @Text({
    description: 'Secret access key.',
    example: 'wJalrXUtnFEMI/EXAMPLE+KEY',
    max: 256,
    pattern: ASCII,
    optional: true,
  })
  secret_access_key?: string | null;

  @Text({
    description:
      'An AWS role instead of access keys. The service assumes it with the source’s `external_id`, and with the ' +
      'id of your account as session name. Its trust policy must require the external id. Not with `endpoint`.',
    example: 'arn:aws:iam::123456789012:role/recordings',
    max: 2048,
    pattern: /^arn:aws[a-z-]*:iam::\d{12}:role\/[\x21-\x7e]+$/,
    optional: true,
  })
  role_arn?: string | null;

  @Text({
    description:
      'Set by the service: `ca-` and the id of your account. Only in `PUT` of a source with an earlier chosen ' +
      'one may that one be sent again.',
    example: 'ca-3b9d1f6e-7c1a-4c58-9b8e-0f6a2d4c8e10',
    max: 1224,
    pattern: /^[\w+=,.@:/-]{2,}$/,
    optional: true,
  })
  external_id?: string | null;
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Reports an incomplete pair: a pair of keys or a role must be given. */
function credentialFaults(input: Readonly<Record<string, unknown>>): readonly Problem[] {
  const pair = isGiven(input.role_arn) ? ['role_arn'] : ['access_key_id', 'secret_access_key'];
  const missing = pair.filter((name) => !isGiven(input[name])).map(missingMember);
  const isMixed = isGiven(input.role_arn) && (isGiven(input.access_key_id) || isGiven(input.secret_access_key));
  return isMixed
    ? [...missing, { type: 'value_error', path: ['role_arn'], msg: valueError('keys are given too') }]
    : missing;
}

const missingMember = (name: string): Problem => ({
  type: 'missing',
  path: [name],
  msg: MESSAGES.missing,
  mayEcho: false,
});

const foreignMember = (name: string, kind: SourceKind): Problem => ({
  type: 'value_error',
  path: [name],
  msg: valueError(`a source of kind ${kind} has no ${name}`),
  mayEcho: false,
});

const OF_SUBMISSION: FieldsOf = { schema: 'SubmitUrlRequest', without: ['audio_url'] };
const DEFAULTS_SCHEMA = { type: 'object', additionalProperties: false, [FIELDS_OF]: OF_SUBMISSION } as const;

/** Field for some members of a submission, each checked as in a submission. */
const Defaults = (options: FieldOptions) =>
  defineField(options, DEFAULTS_SCHEMA, (value) => {
    if (!isRecord(value)) return reject('dict_type', MESSAGES.dict_type);
    const items = [
      ...inputFaults(SubmitCallFields, value, 'body').filter(({ type }) => type !== 'missing'),
      ...unknownItems(SubmitCallFields, value, 'body', []),
    ];
    const problems = items.map(({ type, msg, loc }): Problem => ({ type, msg, path: loc.slice(1) }));
    return problems.length === 0 ? accept(value) : { ok: false, problems };
  });

/** Members that each kind must have, besides those of every kind. */
const REQUIRED: Readonly<Record<SourceKind, readonly string[]>> = {
  s3: ['bucket', 'naming'],
  twilio: ['account_sid', 'agent'],
};
/** Members of each kind that a new source must have, too. */
const CREDENTIALS: Readonly<Record<SourceKind, readonly string[]>> = { s3: ['credentials'], twilio: ['auth_token'] };
/** Members of each kind that belong to the other one. */
const FOREIGN: Readonly<Record<SourceKind, readonly string[]>> = {
  s3: ['account_sid', 'auth_token', 'agent', 'api_base'],
  twilio: ['bucket', 'prefix', 'region', 'endpoint', 'credentials', 'naming', 'start', 'every_seconds', 'after'],
};

function sourceFaults(input: Readonly<Record<string, unknown>>): readonly Problem[] {
  const kind = SOURCE_KINDS.find((one) => one === input.kind);
  if (kind === undefined) return [];
  const { credentials, endpoint } = input;
  const missing = [
    ...REQUIRED[kind].filter((name) => !isGiven(input[name])).map(missingMember),
    ...FOREIGN[kind].filter((name) => isGiven(input[name])).map((name) => foreignMember(name, kind)),
  ];
  const sendsRole = isGiven(endpoint) && isRecord(credentials) && isGiven(credentials.role_arn);
  return sendsRole
    ? [...missing, { type: 'value_error', path: ['endpoint'], msg: valueError('a role is of AWS alone') }]
    : missing;
}

const WITHOUT_ROLE = { type: 'object', properties: { role_arn: { type: 'null' } } };

/** @param credentials further members that each kind must have */
const alternatives = (credentials: Readonly<Record<SourceKind, readonly string[]>>): Alternative[] =>
  SOURCE_KINDS.flatMap((kind): Alternative[] => {
    const ofKind = { when: { kind: [kind] }, lacks: FOREIGN[kind] };
    const has = [...REQUIRED[kind], ...credentials[kind]];
    if (kind !== 's3') return [{ ...ofKind, has }];
    // A role is of AWS alone, and an endpoint is not of AWS.
    return [
      { ...ofKind, has, members: { endpoint: { type: 'null' } } },
      { ...ofKind, has: [...has, 'endpoint'], members: { credentials: WITHOUT_ROLE } },
    ];
  });

@ObjectWith({ isClosed: true, findFaults: sourceFaults, alternatives: alternatives({ s3: [], twilio: [] }) })
export class SourceRequest {
  @Text({ description: 'Name.', example: 'Contact centre Berlin', max: 100, trim: true })
  name: string;

  @OneOf(SOURCE_KINDS, {
    description:
      '`s3`: a bucket of S3 or of an S3-compatible store. `twilio`: recording callbacks of Twilio or of a ' +
      'compatible provider.',
    example: 's3',
  })
  kind: SourceKind;

  @Text({
    description: 'Kind `twilio`: SID of the recording account.',
    example: 'AC00000000000000000000000000000000',
    max: 64,
    pattern: /^[\w-]+$/,
    optional: true,
  })
  account_sid?: string | null;

  @Text({
    description:
      'Kind `twilio`: auth token of the account. It verifies callbacks and downloads recordings. Never shown ' +
      'again. In `PUT` it may be omitted if `account_sid` and `api_base` stay the same.',
    example: 'f1b0c2d3e4f5a6b7c8d9e0f1a2b3c4d5',
    max: 256,
    pattern: ASCII,
    optional: true,
  })
  auth_token?: string | null;

  @OneOf(LEGS, {
    description:
      'Kind `twilio`: the agent’s leg. `child`: the customer called. `parent`: the agent called. The parent leg ' +
      'is the first channel.',
    example: 'child',
    optional: true,
  })
  agent?: Leg | null;

  @HttpUrl({
    description:
      'Kind `twilio`: URL of the provider’s API. The token is sent only there. If omitted: ' +
      '`https://api.twilio.com`.',
    example: 'https://example.signalwire.com',
    optional: true,
  })
  api_base?: string | null;

  @Text({
    description: 'Name of the bucket.',
    example: 'acme-recordings',
    max: 63,
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/,
    optional: true,
  })
  bucket?: string | null;

  @Text({
    description: 'Key prefix. If omitted: the whole bucket.',
    example: 'connect/acme/CallRecordings/',
    min: 0,
    max: 900,
    optional: true,
  })
  prefix?: string | null;

  @Text({ description: 'Region of the bucket.', example: 'eu-central-1', pattern: /^[a-z0-9-]{1,40}$/, optional: true })
  region?: string | null;

  @HttpUrl({
    description: 'URL of a store other than AWS. Like `audio_url`, it must be public.',
    example: 'https://objects.example.com',
    optional: true,
  })
  endpoint?: string | null;

  @Nested(SourceCredentialsRequest, {
    description:
      'Access keys, or an AWS role. Never shown again. In `PUT` they may be omitted if bucket and endpoint stay ' +
      'the same: the stored ones are kept.',
    optional: true,
    isClosed: true,
  })
  credentials?: SourceCredentialsRequest | null;

  @NamingField({
    description: 'Where agent, contact and time of a call are read from: the key, a metadata file, or object metadata.',
    example: { pattern: "{agent_id}_{contact_id}_{started_at:yyyyMMdd'T'HHmm}.wav" },
    optional: true,
  })
  naming?: Naming | null;

  @Defaults({
    description: 'Defaults for fields that the naming does not provide. `metadata` is merged key by key.',
    example: { agent_channel: 1, metadata: { site: 'berlin' } },
    optional: true,
  })
  defaults?: Record<string, unknown> | null;

  @OneOf(SOURCE_STARTS, {
    description: '`new`: new recordings only. `all`: also existing recordings.',
    example: 'new',
    default: 'new',
  })
  start: SourceStart;

  @Whole({
    description: 'Interval between polls.',
    example: 60,
    min: MIN_EVERY_SECONDS,
    max: MAX_EVERY_SECONDS,
    default: 60,
  })
  every_seconds: number;

  @OneOf(AFTER_TAKING, {
    description:
      '`tag`: adds the tag `call-analysis` with the id of the analysis to the object. `leave`: leaves the object ' +
      'unchanged.',
    example: 'leave',
    default: 'leave',
  })
  after: AfterTaking;

  fields(): SourceFields {
    const { name, kind, defaults, credentials } = this;
    if (kind === 'twilio') return this.twilioFields();
    return {
      name,
      kind,
      settings: {
        bucket: this.bucket,
        prefix: this.prefix ?? '',
        region: this.region ?? 'us-east-1',
        endpoint: this.endpoint ?? null,
        naming: this.naming,
        start: this.start,
        every_seconds: this.every_seconds,
        after: this.after,
      },
      defaults: defaults ?? {},
      credentials: credentials ? { ...credentials } : null,
    };
  }

  private twilioFields(): SourceFields {
    const { name, kind, defaults, account_sid, auth_token, agent, api_base } = this;
    return {
      name,
      kind,
      settings: { account_sid, agent, api_base: api_base ?? null },
      defaults: defaults ?? {},
      credentials: isGiven(auth_token) ? { auth_token } : null,
    };
  }
}

/** A new source has no credentials before. */
@ObjectWith({
  isClosed: true,
  findFaults: (input) => [
    ...sourceFaults(input),
    ...SOURCE_KINDS.flatMap((kind) =>
      kind === input.kind ? CREDENTIALS[kind].filter((name) => !isGiven(input[name])).map(missingMember) : [],
    ),
  ],
  alternatives: alternatives(CREDENTIALS),
})
export class CreateSourceRequest extends SourceRequest {}

class PageRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}

export class ListSourcesRequest extends PageRequest {
  @Flag({
    description:
      '`true`: those of live mode. `false`: those of test mode. If omitted: those of the mode of the credential.',
    example: true,
    optional: true,
  })
  livemode?: boolean | null;
}

export class ListSourceItemsRequest extends PageRequest {
  @OneOf(ITEM_STATUSES, { description: 'Only items in this state.', example: 'refused', optional: true })
  status?: ItemStatus | null;
}

/** Closed, because with a misspelled `from` the whole bucket would be taken. */
@ObjectWith({ isClosed: true })
export class RescanSourceRequest {
  @Instant({
    description: 'Only objects last written since then. A date means midnight UTC. If omitted: all.',
    alsoReads: 'date',
    example: '2026-11-01T00:00:00Z',
    optional: true,
  })
  from?: Date | null;
}
