// Exported answers of completed evaluations that are not superseded: as rows of a table, and as the objects of the API with their
// evaluation.

import type { EvaluationAnswerResponse } from '../../../scorecards/answers/answers.response.js';
import type { EvaluationRow } from '../../../scorecards/evaluations/evaluation-json.js';
import type { Form } from '../../../scorecards/form/form.js';
import type { ColumnOf } from '../../../wire/export-columns.js';
import { overEvaluations, READ_EVALUATIONS, SIZE } from './evaluations.js';
import { byKey, type Cell, type LargeRows, type Snapshot, type WantedRows } from './found-rows.js';

interface AnsweredRow extends EvaluationRow {
  readonly key: string;
  readonly reviewed: boolean;
}

interface Answered {
  readonly row: AnsweredRow;
  readonly answer: EvaluationAnswerResponse;
  /** Null where the form is not known. */
  readonly asked: AskedQuestion | null;
}

/** A question with its section, by their keys and in words. */
interface AskedQuestion {
  readonly section: string;
  readonly title: string;
  readonly text: string;
  /** Labels of its answers, by their keys. */
  readonly labels: ReadonlyMap<string, string>;
}

const CELLS: Readonly<Record<ColumnOf<'answers'>, (answered: Answered) => Cell>> = {
  id: ({ row }) => row.id,
  created: ({ row }) => row.created_at.getTime(),
  analysis_id: ({ row }) => row.analysis_id,
  agent_id: ({ row }) => row.agent_id,
  contact_id: ({ row }) => row.contact_id,
  scorecard_id: ({ row }) => row.scorecard_id,
  scorecard: ({ row }) => row.scorecard_name,
  revision: ({ row }) => row.revision,
  status: ({ row }) => row.status,
  outcome: ({ row }) => row.outcome,
  score: ({ row }) => row.score,
  coverage: ({ row }) => row.coverage,
  reviewed: ({ row }) => row.reviewed,
  section: ({ asked }) => asked?.section ?? null,
  question: ({ answer }) => answer.question,
  state: ({ answer }) => answer.state,
  answer: ({ answer }) => answer.answer,
  points: ({ answer }) => answer.points,
  confidence: ({ answer }) => answer.confidence,
  source: ({ answer }) => answer.source,
  quote: ({ answer }) => answer.citations[0]?.quote ?? null,
};

/** Words in place of keys. */
const NAMED: typeof CELLS = {
  ...CELLS,
  section: ({ asked }) => asked?.title ?? null,
  question: ({ answer, asked }) => asked?.text ?? answer.question,
  answer: ({ answer, asked }) => (answer.answer === null ? null : (asked?.labels.get(answer.answer) ?? answer.answer)),
};

const isColumn = (name: string): name is ColumnOf<'answers'> => name in CELLS;

export function answerCells(wanted: WantedRows, columns: readonly string[], isNamed: boolean): LargeRows<Cell[]> {
  const all = isNamed ? NAMED : CELLS;
  const cells = columns.filter(isColumn).map((name) => all[name]);
  return answerRows(wanted, (answered) => cells.map((cell) => cell(answered)));
}

export function answerLines(wanted: WantedRows): LargeRows<string> {
  return answerRows(wanted, ({ row, answer, asked }) =>
    JSON.stringify({
      evaluation_id: row.id,
      analysis_id: row.analysis_id,
      created: Math.floor(row.created_at.getTime() / 1000),
      agent_id: row.agent_id,
      contact_id: row.contact_id,
      scorecard: { id: row.scorecard_id, name: row.scorecard_name, revision: row.revision },
      section: asked?.section ?? null,
      ...answer,
    }),
  );
}

function answerRows<Out>(wanted: WantedRows, toRow: (answered: Answered) => Out): LargeRows<Out> {
  const questions = new AskedQuestions();
  return {
    kind: 'large',
    cursor: overEvaluations(wanted, ['e.id', SIZE], "status = 'completed'"),
    read: async (snapshot, keys) => {
      const rows = await snapshot.read<AnsweredRow>(READ_EVALUATIONS, [keys]);
      for (const row of rows) await questions.load(snapshot, row);
      return byKey(rows, (row) => answersOf(row, questions, toRow));
    },
  };
}

function* answersOf<Out>(
  row: AnsweredRow,
  questions: AskedQuestions,
  toRow: (answered: Answered) => Out,
): Generator<Out> {
  const answers: EvaluationAnswerResponse[] = JSON.parse(row.answers ?? '[]');
  for (const answer of answers) yield toRow({ row, answer, asked: questions.of(row, answer.question) });
}

type Revision = Pick<EvaluationRow, 'scorecard_id' | 'revision'>;

/** A published revision never changes. A form has a million characters at most, so few are read, each once. */
class AskedQuestions {
  private readonly byRevision = new Map<string, ReadonlyMap<string, AskedQuestion>>();

  of(revision: Revision, question: string): AskedQuestion | null {
    return this.byRevision.get(nameOf(revision))?.get(question) ?? null;
  }

  async load(snapshot: Snapshot, revision: Revision): Promise<void> {
    const name = nameOf(revision);
    if (this.byRevision.has(name)) return;
    const [found] = await snapshot.read<{ form: string }>(FORM, [revision.scorecard_id, revision.revision]);
    const form: Pick<Form, 'sections'> = found ? JSON.parse(found.form) : { sections: [] };
    const pairs = form.sections.flatMap(({ key, title, questions }) =>
      questions.map(({ key: questionKey, text, answers }): [string, AskedQuestion] => [
        questionKey,
        { section: key, title, text, labels: new Map(answers.map((answer) => [answer.key, answer.label])) },
      ]),
    );
    this.byRevision.set(name, new Map(pairs));
  }
}

const nameOf = ({ scorecard_id, revision }: Revision) => `${scorecard_id}/${revision}`;
const FORM = 'SELECT form FROM scorecard_revision WHERE scorecard_id = $1 AND number = $2';
