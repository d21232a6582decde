// An export as clients receive it, in the API and in notifications.
import { ApiProperty } from '@nestjs/swagger';
import { ALL_EXPORT_COLUMNS, EXPORT_KINDS, type ExportKind } from './export-columns.js';

export const EXPORT_FILE_FORMATS = ['csv', 'jsonl', 'parquet'] as const;
export type ExportFileFormat = (typeof EXPORT_FILE_FORMATS)[number];

/** Formats of files: those that a request names, and that of an archive. */
export const STORED_FORMATS = [...EXPORT_FILE_FORMATS, 'zip'] as const;
export type StoredFormat = (typeof STORED_FORMATS)[number];

export const EXPORT_STATUSES = ['processing', 'completed', 'failed', 'canceled'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

export const EXCEL_LOCALES = ['en', 'de'] as const;
export type ExcelLocale = (typeof EXCEL_LOCALES)[number];

export class ExportForExcel {
  @ApiProperty({ enum: EXCEL_LOCALES, description: 'Language of the columns, numbers and times.', example: 'de' })
  locale: ExcelLocale;

  @ApiProperty({ description: 'Time zone of the times, by its name in the IANA database.', example: 'Europe/Berlin' })
  timezone: string;
}

export class ExportResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'Identifier of the export.',
    example: '5f0c2a7e-8d41-4a0b-9a53-6f1f6d1b2c3d',
  })
  id: string;

  @ApiProperty({ enum: ['export'], description: 'Always `export`.', example: 'export' })
  object: 'export';

  @ApiProperty({ type: 'integer', description: 'When it was started, in Unix seconds.', example: 1790000000 })
  created: number;

  @ApiProperty({ description: 'False where it was started with a test key.', example: true })
  livemode: boolean;

  @ApiProperty({
    enum: EXPORT_STATUSES,
    description:
      '`completed`: the file can be downloaded. `failed`: see `error_message`. `canceled`: there is no file.',
    example: 'completed',
  })
  status: ExportStatus;

  @ApiProperty({
    enum: EXPORT_KINDS,
    description: 'Type of the rows; `evidence`: an archive of `POST /evidence`.',
    example: 'analyses',
  })
  of: ExportKind;

  @ApiProperty({ enum: STORED_FORMATS, description: 'Format of the file; `zip` for evidence.', example: 'csv' })
  format: StoredFormat;

  @ApiProperty({
    enum: ALL_EXPORT_COLUMNS,
    isArray: true,
    nullable: true,
    description: 'The columns of the file in order; null for `jsonl`, whose lines are whole objects, and for `zip`.',
    example: ['id', 'created', 'agent_id', 'quality_score'],
  })
  columns: string[] | null;

  @ApiProperty({
    type: () => ExportForExcel,
    nullable: true,
    description: 'Excel settings of a `csv`; null for other files.',
    example: null,
  })
  excel: ExportForExcel | null;

  @ApiProperty({
    type: 'integer',
    description: 'Rows in the file, or written so far.',
    example: 1204,
  })
  rows: number;

  @ApiProperty({
    type: 'integer',
    description: 'Size of the file, or of the part written so far.',
    example: 218400,
  })
  bytes: number;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    nullable: true,
    description:
      'Link to the file, valid for 24 hours without credentials; Range requests are supported. Each request for ' +
      'the export returns a new link. Null until completed, after the file is deleted, and in notifications.',
    example:
      'https://calls.example.com/api/v1/exports/5f0c2a7e-8d41-4a0b-9a53-6f1f6d1b2c3d/file?expires=1790086400&signature=c2ln',
  })
  url: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Time of the exported data, in Unix seconds; null until it is read.',
    example: 1790000001,
  })
  as_of: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'When the file is deleted, in Unix seconds: seven days after it was made, or when one of its calls was deleted or redacted. ' +
      'Null where there is no file.',
    example: 1790604800,
  })
  expires_at: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When it was completed, failed or was canceled, in Unix seconds; null until then.',
    example: 1790000042,
  })
  completed_at: number | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why it failed; null otherwise.', example: null })
  error_message: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    nullable: true,
    description: 'URL that receives the notification.',
    example: 'https://example.com/hooks/exports',
  })
  webhook_url: string | null;

  /** @param url of the file; null where there is none, or where no link may stand */
  static of(row: ExportRow, url: string | null): ExportResponse {
    return {
      id: row.id,
      object: 'export',
      created: unixSeconds(row.created_at),
      livemode: row.livemode,
      status: row.status,
      of: row.rows_of,
      format: row.format,
      columns: row.column_names,
      excel: row.excel,
      rows: Number(row.row_count),
      bytes: Number(row.size_bytes),
      url,
      as_of: row.as_of && unixSeconds(row.as_of),
      expires_at: row.expires_at && unixSeconds(row.expires_at),
      completed_at: row.settled_at && unixSeconds(row.settled_at),
      error_message: row.error_message,
      webhook_url: row.webhook_url,
    };
  }
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

export interface ExportRow {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly status: ExportStatus;
  readonly rows_of: ExportKind;
  readonly format: StoredFormat;
  readonly column_names: string[] | null;
  readonly excel: ExportForExcel | null;
  /** bigint columns arrive as text. */
  readonly row_count: string | number;
  readonly size_bytes: string | number;
  readonly as_of: Date | null;
  /** Null until it is completed, and once the file is deleted. */
  readonly storage_key: string | null;
  /** The file held calls that were deleted or redacted. */
  readonly ended: boolean;
  readonly expires_at: Date | null;
  readonly settled_at: Date | null;
  readonly error_message: string | null;
  readonly webhook_url: string | null;
}

/** SQL query of {@link ExportRow}s, to which conditions on `x` are added. */
export const SELECT_EXPORTS = `
  SELECT x.id, x.created_at, x.livemode, x.status, x.rows_of, x.format, x.column_names, x.excel, x.row_count, x.size_bytes, x.as_of,
    x.storage_key, x.ended, x.expires_at, x.settled_at, x.error_message, x.webhook_url
  FROM export x`;

export class ExportPageResponse {
  @ApiProperty({ type: () => [ExportResponse], description: 'Newest first.' })
  items: ExportResponse[];

  @ApiProperty({ type: 'integer', description: 'All exports of the account.', example: 1 })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Maximum number of items on the page.', example: 20 })
  limit: number;
}
