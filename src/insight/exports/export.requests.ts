import { CompletedCallsFilter } from '../../calls/listing/completed-calls.requests.js';
import { valueError } from '../../platform/errors/validation-messages.js';
import type { Problem } from '../../platform/http/validation/field-rules.js';
import { Flag, HttpUrl, Nested, OneOf, SomeOf, Text, Uuids, Whole } from '../../platform/http/validation/fields.js';
import { ObjectWith, objectRulesOf } from '../../platform/http/validation/object-rules.js';
import {
  EXCEL_LOCALES,
  EXPORT_FILE_FORMATS,
  type ExcelLocale,
  type ExportFileFormat,
} from '../../wire/export.response.js';
import { ALL_EXPORT_COLUMNS, columnsOf, EXPORTED_ROWS, type ExportedRows } from '../../wire/export-columns.js';
import { isTimeZone } from '../statistics/reading/time-zones.js';

/** Twenty pages of the list of calls in the console; the request stays a small body. */
const MAX_IDS = 1_000;

@ObjectWith(objectRulesOf(CompletedCallsFilter))
export class ExportFilter extends CompletedCallsFilter {
  @Uuids({
    description: 'Only these calls. Ids of other accounts or modes add no row.',
    example: ['0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10'],
    min: 1,
    max: MAX_IDS,
    optional: true,
  })
  ids?: string[] | null;
}

export class ExcelRequest {
  @OneOf(EXCEL_LOCALES, {
    description:
      '`de`: semicolons, decimal commas, `25.11.2026 09:30:00`. `en`: commas, points, `2026-11-25 09:30:00`.',
    example: 'de',
  })
  locale: ExcelLocale;

  @Text({
    description: 'Time zone of the times, by its name in the IANA database.',
    max: 64,
    example: 'Europe/Berlin',
    findFault: (zone) => (isTimeZone(zone) ? null : 'the time zone is not known'),
  })
  timezone: string;
}

const isRows = (value: unknown): value is ExportedRows => EXPORTED_ROWS.some((name) => name === value);

/** A member may be missing, or of a wrong type. */
function findFaults(input: Readonly<Record<string, unknown>>): Problem[] {
  const { format, excel } = input;
  const isLost = (excel ?? null) !== null && EXPORT_FILE_FORMATS.some((one) => one === format) && format !== 'csv';
  const lost: Problem[] = isLost
    ? [{ type: 'value_error', path: ['excel'], msg: valueError('only a csv is for Excel') }]
    : [];
  return [...lost, ...faultsOfColumns(input)];
}

function faultsOfColumns({ of, format, columns }: Readonly<Record<string, unknown>>): Problem[] {
  if (!Array.isArray(columns)) return [];
  if (format === 'jsonl')
    return [{ type: 'value_error', path: ['columns'], msg: valueError('the lines of jsonl are whole objects') }];
  if (!isRows(of)) return [];
  const known = columnsOf(of);
  return columns.flatMap((name: unknown, index): Problem[] =>
    typeof name !== 'string' || known.includes(name) || !ALL_EXPORT_COLUMNS.includes(name)
      ? []
      : [{ type: 'value_error', path: ['columns', String(index)], msg: valueError(`${of} have no column ${name}`) }],
  );
}

@ObjectWith({
  findFaults,
  alternatives: [
    { when: { format: ['jsonl'] }, has: ['format'], lacks: ['columns', 'excel'] },
    ...(['csv', 'parquet'] as const).flatMap((format) =>
      EXPORTED_ROWS.map((of) => ({
        when: { of: [of], format: [format] },
        has: ['of', 'format'],
        lacks: format === 'csv' ? [] : ['excel'],
        members: { columns: { type: ['array', 'null'], items: { type: 'string', enum: [...columnsOf(of)] } } },
      })),
    ),
  ],
})
export class CreateExportRequest {
  @OneOf(EXPORTED_ROWS, { description: 'Type of the rows.', example: 'analyses' })
  of: ExportedRows;

  @OneOf(EXPORT_FILE_FORMATS, {
    description:
      '`csv` (RFC 4180, UTF-8) and `parquet` have columns; each line of `jsonl` is an object as returned by the ' +
      'API.',
    example: 'csv',
  })
  format: ExportFileFormat;

  @Nested(ExportFilter, {
    description:
      'Of which calls: the filters of `GET /analysis`, all of which must match. If omitted: of all calls. If ' +
      '`livemode` is omitted, it is the mode of the credential. An unknown filter is refused, because a ' +
      'misspelled one would widen the export.',
    optional: true,
    isClosed: true,
  })
  filter?: ExportFilter | null;

  @SomeOf(ALL_EXPORT_COLUMNS, {
    description:
      'Columns of the file, in this order; all if omitted. Each must be a column of the type in `of`: ' +
      `${EXPORTED_ROWS.map((of) => `${of} have \`${columnsOf(of).join('`, `')}\``).join('; ')}. Not with \`jsonl\`.`,
    example: ['id', 'created', 'agent_id', 'quality_score'],
    optional: true,
  })
  columns?: string[] | null;

  @Flag({
    description: 'Starts a `csv` with a byte order mark, so that Excel reads it as UTF-8. Other formats have none.',
    example: true,
    default: false,
  })
  bom: boolean;

  @Nested(ExcelRequest, {
    description:
      'Writes a `csv` for Excel in this language: with a byte order mark, names instead of keys for columns, ' +
      'sections, questions and answers, local times, and each key of `metadata` as a column (up to 200; others ' +
      'are omitted).',
    optional: true,
    isClosed: true,
  })
  excel?: ExcelRequest | null;

  @HttpUrl({
    description: 'URL that receives `export.completed` when the export is completed or has failed.',
    example: 'https://example.com/hooks/exports',
    optional: true,
  })
  webhook_url?: string | null;
}

export class ExportPageRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}
