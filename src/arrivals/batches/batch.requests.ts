import { getSchemaPath } from '@nestjs/swagger';
import { SubmitUrlRequest } from '../../pipeline/intake/submit-call.request.js';
import { MESSAGES, valueError } from '../../platform/errors/validation-messages.js';
import { defineField } from '../../platform/http/validation/define-field.js';
import { accept, type Problem, reject } from '../../platform/http/validation/field-rules.js';
import { HttpUrl, OneOf, Whole } from '../../platform/http/validation/fields.js';
import { ObjectWith } from '../../platform/http/validation/object-rules.js';
import { isRecord } from '../../platform/http/validation/read-input.js';
import { MANIFEST_FORMATS, type ManifestFormat, ON_QUOTA, type OnQuota } from '../../wire/batch.response.js';
import { type ItemStatus, LINE_STATUSES } from './batch-line.response.js';

export const MAX_ITEMS = 1_000;

const isGiven = (value: unknown) => (value ?? null) !== null;

/** A member may be missing, or of a wrong type. */
function findFaults(input: Readonly<Record<string, unknown>>): Problem[] {
  const { items, manifest_url: url, format } = input;
  const fault = (name: string, sentence: string): Problem[] => [
    { type: 'value_error', path: [name], msg: valueError(sentence) },
  ];
  if (!isGiven(items) && !isGiven(url)) return [{ type: 'missing', path: ['items'], msg: MESSAGES.missing }];
  if (isGiven(items) && isGiven(url)) return fault('manifest_url', 'a manifest stands in place of items');
  if (isGiven(items) && isGiven(format)) return fault('format', 'it is the format of a manifest');
  return isGiven(url) && !isGiven(format) ? [{ type: 'missing', path: ['format'], msg: MESSAGES.missing }] : [];
}

/** The lines of the request itself. Each is checked in its turn, as those of a manifest are. */
const Items = () =>
  defineField(
    {
      description:
        `Up to ${MAX_ITEMS.toLocaleString('en')} bodies of \`POST /analysis/from-url\`. An invalid one is ` +
        `refused; the others continue. Either this or \`manifest_url\`.`,
      example: [
        {
          audio_url: 'https://recordings.example.com/0001.wav',
          agent_id: 'agent-7',
          contact_id: 'cust-42',
          external_id: 'pbx-0001',
        },
      ],
      optional: true,
    },
    {
      type: 'array',
      items: { $ref: getSchemaPath(SubmitUrlRequest) },
      minItems: 1,
      maxItems: MAX_ITEMS,
    },
    (value) => {
      if (!Array.isArray(value)) return reject('list_type', MESSAGES.list_type);
      if (value.length === 0) return reject('value_error', valueError('at least 1 must be given'));
      if (value.length > MAX_ITEMS) return reject('value_error', valueError(`at most ${MAX_ITEMS} are taken`));
      return accept(value);
    },
  );

const NOT_SHARED = ['audio_url', 'external_id'];
const DEFAULTS_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  propertyNames: { not: { enum: NOT_SHARED } },
} as const;

const Defaults = () =>
  defineField(
    {
      description:
        'Defaults for fields that a line omits: the fields of `POST /analysis/from-url` except `audio_url` and ' +
        '`external_id`. `metadata` is merged key by key.',
      example: { language: 'en', metadata: { campaign: 'spring' } },
      optional: true,
    },
    DEFAULTS_SCHEMA,
    (value) => {
      if (!isRecord(value)) return reject('dict_type', MESSAGES.dict_type);
      const problems = NOT_SHARED.filter((name) => isGiven(value[name])).map(
        (name): Problem => ({ type: 'value_error', path: [name], msg: valueError('each line has its own') }),
      );
      return problems.length === 0 ? accept(value) : { ok: false, problems };
    },
    undefined,
    () => SubmitUrlRequest,
  );

@ObjectWith({
  findFaults,
  alternatives: [
    { has: ['items'], lacks: ['manifest_url', 'format'] },
    { has: ['manifest_url', 'format'], lacks: ['items'] },
  ],
})
export class CreateBatchRequest {
  @Items()
  items?: unknown[] | null;

  @HttpUrl({
    description:
      'URL of the manifest, downloaded in the background like `audio_url`: at most 100,000 lines and 104,857,600 ' +
      'bytes, UTF-8.',
    example: 'https://files.example.com/calls-2026-11.csv',
    optional: true,
  })
  manifest_url?: string | null;

  @OneOf(MANIFEST_FORMATS, {
    description:
      'Format of the manifest. `jsonl`: each line is a body of `POST /analysis/from-url`. `csv`: the first line ' +
      'names the fields; `metadata.team` is ' +
      'the key `team` of `metadata`. Required with `manifest_url`.',
    example: 'csv',
    optional: true,
  })
  format?: ManifestFormat | null;

  @Defaults()
  defaults?: Record<string, unknown> | null;

  @OneOf(ON_QUOTA, {
    description:
      'When no minutes are left: `wait` for the next period or plan, or `fail`, which refuses the remaining lines.',
    example: 'wait',
    default: 'wait',
  })
  on_quota: OnQuota;

  @HttpUrl({
    description: 'URL that receives `batch.completed` and `batch.waiting`.',
    example: 'https://example.com/hooks/batches',
    optional: true,
  })
  webhook_url?: string | null;
}

export class BatchPageRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}

export class BatchItemsRequest extends BatchPageRequest {
  @OneOf(LINE_STATUSES, { description: 'Only lines with this status.', example: 'refused', optional: true })
  status?: ItemStatus | null;
}

export class RefusedLinesRequest {
  @OneOf(['csv'], { description: 'Format of the response.', example: 'csv', default: 'csv' })
  format: 'csv';
}
