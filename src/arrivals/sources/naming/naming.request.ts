// Request field `naming` in its four forms, and its form in responses.
import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import { isTimeZone } from '../../../insight/statistics/reading/time-zones.js';
import { MESSAGES, oneOf, valueError } from '../../../platform/errors/validation-messages.js';
import { defineField, type FieldOptions } from '../../../platform/http/validation/define-field.js';
import { accept, type Problem, type ReadResult, reject } from '../../../platform/http/validation/field-rules.js';
import { OneOf, Text } from '../../../platform/http/validation/fields.js';
import { TextMap } from '../../../platform/http/validation/list-fields.js';
import { ObjectWith } from '../../../platform/http/validation/object-rules.js';
import { isRecord, readRecord } from '../../../platform/http/validation/read-input.js';
import { MAX_PATH_CHARACTERS, readJsonPath } from './json-path.js';
import { MAX_PATTERN_CHARACTERS, readPattern } from './name-pattern.js';
import { fieldFault, isTimeField, NAMED_FIELDS } from './named-fields.js';
import { NAMING_PRESETS, type NamingPreset } from './presets.js';

const MAX_MAPPED_FIELDS = 60;
const MAX_FIELD_CHARACTERS = 60;
const MAX_SIDECAR_CHARACTERS = 100;
const MAX_HEADER_CHARACTERS = 200;
const MAX_ZONE_CHARACTERS = 60;

const PLAIN_FIELDS = NAMED_FIELDS.filter((name) => !isTimeField(name)).map((name) => `\`${name}\``);

const TimeZone = () =>
  Text({
    description: 'IANA time zone of times without an offset. If omitted: UTC.',
    example: 'Europe/Berlin',
    max: MAX_ZONE_CHARACTERS,
    optional: true,
    findFault: (name) => (isTimeZone(name) ? null : 'this is no time zone of the IANA database'),
  });

@ObjectWith({ isClosed: true })
export class PatternNamingRequest {
  @Text({
    description:
      'Matched against the file name, or, if the pattern contains a `/`, against the key after the prefix. ' +
      '`{field}` matches the shortest text up to what follows it, `{*}` skips text. Fields: ' +
      `${PLAIN_FIELDS.join(', ')}, \`metadata.KEY\`, and \`started_at\` or \`call_started_at\` with a Unicode date format ` +
      '(`yyyy`, `yy`, `MM`, `dd`, `HH`, `hh`, `a`, `mm`, `ss`, `SSS`, `X`, `XX`, `XXX`); put other letters of the ' +
      'format in quotes.',
    example: "{agent_id}_{contact_id}_{started_at:yyyyMMdd'T'HHmm}.wav",
    max: MAX_PATTERN_CHARACTERS,
    findFault: (source) => faultOf(readPattern(source)),
  })
  pattern: string;

  @TimeZone()
  time_zone?: string | null;
}

@ObjectWith({ isClosed: true, findFaults: ({ map }) => mapFaults('map', map, (path) => faultOf(readJsonPath(path))) })
export class SidecarNamingRequest {
  @Text({
    description:
      'Suffix of the metadata file: for `.json`, `call.json` or `call.wav.json` next to `call.wav`. The file may ' +
      'arrive up to an hour after the recording.',
    example: '.json',
    max: MAX_SIDECAR_CHARACTERS,
    findFault: (end) => (end.includes('/') ? 'the file must lie in the same folder' : null),
  })
  sidecar: string;

  @TextMap({
    description:
      'Path of each field in that file, such as `$.userIds[0]`. The fields are those of `pattern`; times are ISO ' +
      '8601, or seconds or milliseconds since 1970.',
    example: { agent_id: '$.userIds[0]' },
    maxKeys: MAX_MAPPED_FIELDS,
    key: { max: MAX_FIELD_CHARACTERS },
    value: { max: MAX_PATH_CHARACTERS },
  })
  map: Record<string, string>;

  @TimeZone()
  time_zone?: string | null;
}

@ObjectWith({
  isClosed: true,
  findFaults: ({ object_metadata }) => mapFaults('object_metadata', object_metadata, () => null),
})
export class MetadataNamingRequest {
  @TextMap({
    description: 'The name of the metadata of the stored object, by field; without `x-amz-meta-`, in any case.',
    example: { agent_id: 'x-agent' },
    maxKeys: MAX_MAPPED_FIELDS,
    key: { max: MAX_FIELD_CHARACTERS },
    value: { max: MAX_HEADER_CHARACTERS },
  })
  object_metadata: Record<string, string>;

  @TimeZone()
  time_zone?: string | null;
}

@ObjectWith({ isClosed: true })
export class PresetNamingRequest {
  @OneOf(NAMING_PRESETS, {
    description: 'File names and metadata of a contact centre platform.',
    example: 'amazon_connect',
  })
  preset: NamingPreset;
}

const FORMS: Readonly<Record<string, Type>> = {
  pattern: PatternNamingRequest,
  sidecar: SidecarNamingRequest,
  object_metadata: MetadataNamingRequest,
  preset: PresetNamingRequest,
};

/** Classes of `naming`. A controller that returns or accepts one must name them with `@ApiExtraModels`. */
export const NAMING_MODELS: readonly Type[] = Object.values(FORMS);

/** Schema of `naming`, also for responses. */
export const NAMING_SCHEMA = { oneOf: NAMING_MODELS.map((type) => ({ $ref: getSchemaPath(type) })) };

/** A {@link Naming}. A preset may be given by its name alone; the handler receives it as an object. */
export const NamingField = (options: FieldOptions) =>
  defineField(options, NAMING_SCHEMA, readNaming, undefined, (value) => formOf(value));

function readNaming(sent: unknown): ReadResult {
  const value = typeof sent === 'string' ? { preset: sent } : sent;
  if (!isRecord(value)) return reject('dict_type', MESSAGES.dict_type);
  const type = formOf(value);
  if (type === null)
    return reject('value_error', valueError('one of pattern, sidecar, object_metadata and preset must be given'));
  if (typeof sent === 'string' && !NAMING_PRESETS.some((name) => name === sent))
    return reject('enum', oneOf(NAMING_PRESETS));
  const { instance, problems } = readRecord(type, value);
  return problems.length === 0 ? accept(Object.assign({}, instance)) : { ok: false, problems };
}

/**
 * Finds the form of a naming; null where there is none. Of several forms the first is read; the others are reported as
 * superfluous.
 */
const formOf = (value: Readonly<Record<string, unknown>>): Type | null =>
  Object.entries(FORMS).find(([name]) => Object.hasOwn(value, name))?.[1] ?? null;

const faultOf = (read: unknown) => (typeof read === 'string' ? read : null);

/** Faults of keys that are no fields, and of wrong values. Values of a wrong type are refused elsewhere. */
function mapFaults(member: string, map: unknown, findFault: (value: string) => string | null): Problem[] {
  if (!isRecord(map)) return [];
  return Object.entries(map)
    .slice(0, MAX_MAPPED_FIELDS)
    .flatMap(([field, value]): Problem[] => {
      const fault = fieldFault(field) ?? (typeof value === 'string' ? findFault(value) : null);
      return fault === null ? [] : [{ type: 'value_error', msg: valueError(fault), path: [member, field] }];
    });
}
