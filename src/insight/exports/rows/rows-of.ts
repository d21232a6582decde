// Rows of an export, by the kind of its objects.
import type { ExportedRows } from '../../../wire/export-columns.js';
import { analysisCells, analysisLines } from './analyses.js';
import { answerCells, answerLines } from './answers.js';
import { evaluationCells, evaluationLines } from './evaluations.js';
import type { Cell, LargeRows, PlainRows, WantedRows } from './found-rows.js';
import { reviewCells, reviewLines } from './reviews.js';
import { segmentCells, segmentLines } from './segments.js';

/** Rows as table cells. `isNamed`: sections, questions and answers by their words, in place of their keys. */
export const CELLS_OF: Readonly<
  Record<
    ExportedRows,
    (wanted: WantedRows, columns: readonly string[], isNamed: boolean) => PlainRows | LargeRows<Cell[]>
  >
> = {
  analyses: analysisCells,
  evaluations: evaluationCells,
  answers: answerCells,
  segments: segmentCells,
  reviews: reviewCells,
};

/** Rows as JSON text. */
export const LINES_OF: Readonly<Record<ExportedRows, (wanted: WantedRows) => LargeRows<string>>> = {
  analyses: analysisLines,
  evaluations: evaluationLines,
  answers: answerLines,
  segments: segmentLines,
  reviews: reviewLines,
};
