// Rows, columns and formats of exports, as in the API. Without the browser.
import type {
  ExportColumn,
  ExportedRows,
  ExportFileFormat,
  ExportForExcel,
} from '../../../../clients/typescript/src/browser.js';

export type Rows = ExportedRows;
/** `excel`: a CSV in the language and the time zone of the person. */
export type FileFormat = ExportFileFormat | 'excel';
export type Column = ExportColumn;

const EVALUATION = [
  'id',
  'created',
  'analysis_id',
  'agent_id',
  'contact_id',
  'scorecard_id',
  'scorecard',
  'revision',
  'status',
  'outcome',
  'score',
  'coverage',
  'reviewed',
] as const;

const BY_ROWS = {
  analyses: [
    'id',
    'created',
    'livemode',
    'status',
    'agent_id',
    'contact_id',
    'started_at',
    'direction',
    'duration_seconds',
    'language',
    'compliance_score',
    'quality_score',
    'customer_effort_score',
    'customer_sentiment',
    'flagged',
    'violations',
    'reviewed',
    'summary',
    'metadata',
    'external_id',
  ],
  evaluations: EVALUATION,
  answers: [...EVALUATION, 'section', 'question', 'state', 'answer', 'points', 'confidence', 'source', 'quote'],
  segments: ['analysis_id', 'created', 'agent_id', 'segment_id', 'speaker', 'start', 'end', 'text'],
  reviews: [
    'id',
    'created',
    'analysis_id',
    'reviewer_id',
    'via',
    'finding_or_question',
    'answer',
    'system_answer',
    'note',
  ],
} as const satisfies Readonly<Record<Rows, readonly ExportColumn[]>>;

/** Columns in the order of the file. */
export const columnsOf = (of: Rows): readonly ExportColumn[] => BY_ROWS[of];
export const ROWS = Object.keys(BY_ROWS) as readonly Rows[];
export const FORMATS = ['excel', 'csv', 'jsonl', 'parquet'] as const satisfies readonly FileFormat[];

/** Parameters of a format. @param locale and @param timezone of the person */
export const paramsOfFormat = (format: FileFormat, locale: ExportForExcel['locale'], timezone: string) =>
  format === 'excel'
    ? ({ format: 'csv', excel: { locale, timezone } } as const)
    : // Excel takes a CSV without a mark for the text of an old Windows.
      { format, ...(format === 'csv' && { bom: true }) };
