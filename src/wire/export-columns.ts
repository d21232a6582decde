// The tables that an export can write, and their columns in order.

/** `time`: RFC 3339 in UTC. `json`: JSON text. */
export type ColumnType = 'text' | 'json' | 'time' | 'boolean' | 'integer' | 'number';

const ANALYSES = {
  id: 'text',
  created: 'time',
  livemode: 'boolean',
  status: 'text',
  agent_id: 'text',
  contact_id: 'text',
  started_at: 'time',
  direction: 'text',
  duration_seconds: 'number',
  language: 'text',
  compliance_score: 'integer',
  quality_score: 'integer',
  customer_effort_score: 'integer',
  customer_sentiment: 'text',
  flagged: 'boolean',
  violations: 'json',
  reviewed: 'boolean',
  summary: 'text',
  metadata: 'json',
  external_id: 'text',
} as const;

const EVALUATIONS = {
  id: 'text',
  created: 'time',
  analysis_id: 'text',
  agent_id: 'text',
  contact_id: 'text',
  scorecard_id: 'text',
  scorecard: 'text',
  revision: 'integer',
  status: 'text',
  outcome: 'text',
  score: 'integer',
  coverage: 'number',
  reviewed: 'boolean',
} as const;

const ANSWERS = {
  ...EVALUATIONS,
  section: 'text',
  question: 'text',
  state: 'text',
  answer: 'text',
  points: 'number',
  confidence: 'number',
  source: 'text',
  quote: 'text',
} as const;

const SEGMENTS = {
  analysis_id: 'text',
  created: 'time',
  agent_id: 'text',
  segment_id: 'integer',
  speaker: 'text',
  start: 'number',
  end: 'number',
  text: 'text',
} as const;

const REVIEWS = {
  id: 'text',
  created: 'time',
  analysis_id: 'text',
  reviewer_id: 'text',
  via: 'text',
  finding_or_question: 'text',
  answer: 'text',
  system_answer: 'text',
  note: 'text',
} as const;

export const EXPORT_COLUMNS = {
  analyses: ANALYSES,
  evaluations: EVALUATIONS,
  answers: ANSWERS,
  segments: SEGMENTS,
  reviews: REVIEWS,
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnType>>>>;

export type ExportedRows = keyof typeof EXPORT_COLUMNS;
export type ColumnOf<Of extends ExportedRows> = keyof (typeof EXPORT_COLUMNS)[Of] & string;

/** Kinds of rows that an export can contain. */
export const EXPORTED_ROWS = Object.keys(EXPORT_COLUMNS) as readonly ExportedRows[];

/** Kinds of exports: the rows that a request names, or an archive of evidence. */
export const EXPORT_KINDS = [...EXPORTED_ROWS, 'evidence'] as const;
export type ExportKind = ExportedRows | 'evidence';

export const columnsOf = (of: ExportedRows): readonly string[] => Object.keys(EXPORT_COLUMNS[of]);

/** Columns of all tables, each once. */
export const ALL_EXPORT_COLUMNS: readonly string[] = [...new Set(EXPORTED_ROWS.flatMap(columnsOf))];
