// Columns of tables of calls: by agents and other groups, or by days, weeks and months.
import type { ComponentChildren } from 'preact';
import type {
  CallFigures,
  CallRow,
  EvaluationFigures,
  EvaluationRow,
} from '../../../clients/typescript/src/browser.js';
import { number, t } from '../texts/texts.js';
import type { Column } from './data-table.tsx';
import { type Change, changeOf, type Figure, MIN_COMPARED, ofMean, ofRate } from './figure.js';
import { FigureText, type Scale, Score } from './score.tsx';

interface Naming<Row> {
  readonly head: string;
  /** Value for sorting and copying. */
  readonly nameOf: (row: Row) => string | null;
  readonly show: (row: Row) => ComponentChildren;
  readonly countOf: (row: Row) => number;
}

export const nameColumn = <Row,>({ head, nameOf, show, countOf }: Naming<Row>): Column<Row> => ({
  id: 'name',
  head,
  value: nameOf,
  show: (row) => (
    <>
      {show(row)}
      {isFew(countOf(row)) && <span class="few small"> {t('day.few.calls', { n: MIN_COMPARED })}</span>}
    </>
  ),
});

/** A row without calls has no figures to compare. */
const isFew = (count: number): boolean => count > 0 && count < MIN_COMPARED;

/** @param all figures drawn behind each row's own; null when nothing is drawn */
export function callColumns(all: CallFigures | null): readonly Column<CallRow>[] {
  const isMarked = ({ calls }: CallRow) => isFew(calls);
  return [
    countColumn('calls', t('day.calls'), ({ calls }) => calls),
    countColumn('minutes', t('day.minutes'), ({ audio_minutes }) => audio_minutes),
    figureColumn('compliance', t('calls.compliance'), 'points', {
      isMarked,
      of: (row) => ofMean(row.compliance_score),
      ofAll: all && ofMean(all.compliance_score),
      change: (row) => changeOf(row.change?.compliance_score),
    }),
    figureColumn('quality', t('calls.quality'), 'points', {
      isMarked,
      of: (row) => ofMean(row.quality_score),
      ofAll: all && ofMean(all.quality_score),
      change: (row) => changeOf(row.change?.quality_score),
    }),
    countColumn('violations', t('day.violations'), ({ violations }) => sumOf(violations)),
    countColumn('flagged', t('day.flagged'), ({ flagged }) => flagged),
    countColumn('reviewed', t('day.reviewed'), ({ reviewed }) => reviewed),
  ];
}

/** Adds a column before the violations, only when calls were evaluated by scorecards. */
export const withPassed = (
  columns: readonly Column<CallRow>[],
  rows: readonly CallRow[],
): readonly Column<CallRow>[] => {
  if (rows.every(({ pass_rate }) => pass_rate.n === 0)) return columns;
  const passed = figureColumn<CallRow>('passed', t('day.passed'), 'percent', {
    isMarked: ({ calls }) => isFew(calls),
    of: (row) => ofRate(row.pass_rate),
    ofAll: null,
    change: (row) => changeOf(row.change?.pass_rate, 100),
  });
  return columns.flatMap((column) => (column.id === 'violations' ? [passed, column] : [column]));
};

export function evaluationColumns(all: EvaluationFigures): readonly Column<EvaluationRow>[] {
  const isMarked = ({ evaluations }: EvaluationRow) => isFew(evaluations);
  return [
    countColumn('evaluations', t('day.evaluations'), ({ evaluations }) => evaluations),
    figureColumn('score', t('day.score'), 'points', {
      isMarked,
      of: (row) => ofMean(row.score),
      ofAll: ofMean(all.score),
      change: (row) => changeOf(row.change?.score),
    }),
    figureColumn('passed', t('day.passed'), 'percent', {
      isMarked,
      of: (row) => ofRate(row.pass_rate),
      ofAll: ofRate(all.pass_rate),
      change: (row) => changeOf(row.change?.pass_rate, 100),
    }),
    countColumn('reviewed', t('day.reviewed'), ({ reviewed }) => reviewed),
  ];
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const countColumn = <Row,>(id: string, head: string, of: (row: Row) => number): Column<Row> => ({
  id,
  head,
  value: of,
  isCount: true,
  show: (row) => <Count of={of(row)} name={head} />,
});

interface FigureOf<Row> {
  readonly of: (row: Row) => Figure;
  /** Figure of all calls; null when it is not drawn. */
  readonly ofAll: Figure | null;
  readonly change: (row: Row) => Change | null;
  /** True when the name of the row already shows that it has too few calls. */
  readonly isMarked: (row: Row) => boolean;
}

function figureColumn<Row>(id: string, head: string, scale: Scale, figure: FigureOf<Row>): Column<Row> {
  const { of, ofAll, change, isMarked } = figure;
  return {
    id,
    head,
    isFigure: true,
    value: (row) => of(row).value,
    show: (row) =>
      ofAll === null ? (
        <>
          <span class="only-small soft">{head} </span>
          <FigureText of={of(row)} scale={scale} isMarked={isMarked(row)} />
        </>
      ) : (
        <Score of={of(row)} ofAll={ofAll} name={head} scale={scale} change={change(row)} isMarked={isMarked(row)} />
      ),
    copied: [
      [head, (row) => of(row).value],
      [t('day.copied.low', { head }), (row) => of(row).interval?.[0] ?? null],
      [t('day.copied.high', { head }), (row) => of(row).interval?.[1] ?? null],
      [t('day.copied.n', { head }), (row) => of(row).n],
    ],
  };
}

function Count({ of, name }: { readonly of: number; readonly name: string }) {
  return (
    <>
      <span class={of === 0 ? 'soft' : undefined}>{number(of, { maximumFractionDigits: 0 })}</span>
      <span class="only-small soft"> {name}</span>
    </>
  );
}
