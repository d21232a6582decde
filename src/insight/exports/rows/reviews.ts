// Exported reviews: as a table with one row for each decision, and as API objects.
import type { ResultsResponse } from '../../../calls/results/analysis-results.response.js';
import type { FindingAnswer, FindingPath } from '../../../calls/results/verdicts.js';
import type { ColumnOf } from '../../../wire/export-columns.js';
import type {
  ReviewedFindingResponse,
  ReviewedQuestionResponse,
  ReviewedViolationResponse,
} from '../../../wire/review.response.js';
import { REVIEW_COLUMNS, type ReviewRow, reviewJson } from '../../../wire/review-json.js';
import {
  byKey,
  type Cell,
  type Cursor,
  type LargeRows,
  overCalls,
  type Snapshot,
  type WantedRows,
} from './found-rows.js';

interface ReviewedRow extends ReviewRow {
  readonly key: string;
  /** JSON text; null where the call is in progress again. */
  readonly results: string | null;
}

/** A person's decision. The row without a finding or question has the note on the call as a whole. */
interface Decision {
  readonly row: ReviewRow;
  readonly about: string | null;
  readonly answer: string | null;
  readonly systemAnswer: string | null;
  readonly note: string | null;
}

const CELLS: Readonly<Record<ColumnOf<'reviews'>, (decision: Decision) => Cell>> = {
  id: ({ row }) => row.id,
  created: ({ row }) => row.created_at.getTime(),
  analysis_id: ({ row }) => row.analysis_id,
  reviewer_id: ({ row }) => row.reviewer_id,
  via: ({ row }) => row.via,
  finding_or_question: ({ about }) => about,
  answer: ({ answer }) => answer,
  system_answer: ({ systemAnswer }) => systemAnswer,
  note: ({ note }) => note,
};

const isColumn = (name: string): name is ColumnOf<'reviews'> => name in CELLS;

export function reviewCells(wanted: WantedRows, columns: readonly string[]): LargeRows<Cell[]> {
  const cells = columns.filter(isColumn).map((name) => CELLS[name]);
  return {
    kind: 'large',
    cursor: overReviews(wanted),
    read: async (snapshot, keys) => {
      const rows = await snapshot.read<ReviewedRow>(READ_REVIEWED, [keys]);
      const systemAnswers = await readSystemAnswers(snapshot, rows);
      return byKey(rows, (row) => decisionsOf(row, systemAnswers).map((one) => cells.map((cell) => cell(one))));
    },
  };
}

export function reviewLines(wanted: WantedRows): LargeRows<string> {
  return {
    kind: 'large',
    cursor: overReviews(wanted),
    read: async (snapshot, keys) =>
      byKey(await snapshot.read<ReviewRow & { key: string }>(READ, [keys]), (row) => [reviewJson(row)]),
  };
}

function overReviews(wanted: WantedRows): Cursor {
  return overCalls(
    wanted,
    () => ['r.id', 'r.bytes'],
    () => NEWEST_OF_CALL,
  );
}

function decisionsOf(row: ReviewedRow, ofQuestions: SystemAnswers): Decision[] {
  const findings: ReviewedFindingResponse[] = JSON.parse(row.findings);
  const violations: ReviewedViolationResponse[] = JSON.parse(row.violations);
  const answers: ReviewedQuestionResponse[] = JSON.parse(row.answers);
  const results: ResultsResponse | null = findings.length === 0 ? null : JSON.parse(row.results ?? 'null');
  const decisions: Decision[] = [
    ...findings.map(({ finding, answer, note }) => ({
      row,
      about: finding,
      answer,
      systemAnswer: results && ofSystem(results, finding),
      note,
    })),
    // The service reports only what it considers a violation.
    ...violations.map(({ rule, upheld, note }) => ({
      row,
      about: rule,
      answer: upheld === null ? 'withdraw' : upheld ? 'upheld' : 'dismissed',
      systemAnswer: 'upheld',
      note,
    })),
    ...answers.map(({ evaluation_id: id, question, answer, rationale }) => ({
      row,
      about: question,
      answer,
      systemAnswer: ofQuestions.get(`${id}/${question}`) ?? null,
      note: rationale === '' ? null : rationale,
    })),
  ];
  const ofCall = { row, about: null, answer: null, systemAnswer: null, note: row.note };
  return decisions.length === 0 || row.note !== null ? [ofCall, ...decisions] : decisions;
}

/** Members that state the result of a finding, depending on its kind. */
interface Verdict {
  readonly assessable?: boolean;
  readonly performed?: boolean;
  readonly present?: boolean;
  readonly resolved?: boolean;
  readonly system?: Verdict | null;
}

function ofSystem(results: ResultsResponse, path: FindingPath): FindingAnswer | null {
  const [part = '', name = ''] = path.split('.');
  const parts: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = {
    compliance: { ...results.compliance },
    quality: { ...results.quality },
  };
  const finding = parts[part]?.[name] as Verdict | undefined;
  if (!finding) return null;
  const { assessable = true, performed, present, resolved } = finding.system ?? finding;
  if (!assessable) return 'not_assessable';
  return (performed ?? present ?? resolved) ? 'yes' : 'no';
}

/** Judges' answers that a person has changed since, by evaluation and question. */
type SystemAnswers = ReadonlyMap<string, string | null>;

async function readSystemAnswers(snapshot: Snapshot, rows: readonly ReviewRow[]): Promise<SystemAnswers> {
  const asked = rows.flatMap(({ answers }): ReviewedQuestionResponse[] => JSON.parse(answers));
  if (asked.length === 0) return new Map();
  const ids = [...new Set(asked.map(({ evaluation_id: id }) => id))];
  const found = await snapshot.read<{ name: string; answer: string | null }>(SYSTEM_ANSWERS, [ids]);
  return new Map(found.map(({ name, answer }) => [name, answer]));
}

const NEWEST_OF_CALL = `JOIN LATERAL (
  SELECT id, octet_length(findings) + octet_length(violations) + octet_length(answers)
      + coalesce((SELECT octet_length(results) FROM analysis_payload WHERE analysis_id = calls.id), 0) AS bytes
  FROM review WHERE analysis_id = calls.id ORDER BY created_at DESC, seq DESC OFFSET 0) r ON true`;
const READ = `SELECT id AS key, ${REVIEW_COLUMNS} FROM review WHERE id = ANY($1::uuid[])`;
const READ_REVIEWED = `SELECT id AS key, ${REVIEW_COLUMNS},
    (SELECT results FROM analysis_payload p WHERE p.analysis_id = review.analysis_id) AS results
  FROM review WHERE id = ANY($1::uuid[])`;
const SYSTEM_ANSWERS = `SELECT p.evaluation_id || '/' || (a->>'question') AS name,
    CASE WHEN json_typeof(a->'system') = 'object' THEN a->'system'->>'answer'
      WHEN a->>'source' <> 'human' THEN a->>'answer' END AS answer
  FROM evaluation_payload p, json_array_elements(p.answers::json) AS a WHERE p.evaluation_id = ANY($1::uuid[])`;
