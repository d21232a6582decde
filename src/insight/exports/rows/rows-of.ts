// Which rows an export holds, by what it is an export of.
import type { ExportedRows } from '../../../wire/export-columns.js';
import { analysisCells, analysisLines } from './analyses.js';
import { answerCells, answerLines } from './answers.js';
import { evaluationCells, evaluationLines } from './evaluations.js';
import type { Cell, LargeRows, PlainRows, WantedRows } from './found-rows.js';
import { reviewCells, reviewLines } from './reviews.js';
import { segmentCells, segmentLines } from './segments.js';

/** As rows of a table. */
export const CELLS_OF: Readonly<
  Record<ExportedRows, (wanted: WantedRows, columns: readonly string[]) => PlainRows | LargeRows<Cell[]>>
> = {
  analyses: analysisCells,
  evaluations: evaluationCells,
  answers: answerCells,
  segments: segmentCells,
  reviews: reviewCells,
};

/** As JSON text. */
export const LINES_OF: Readonly<Record<ExportedRows, (wanted: WantedRows) => LargeRows<string>>> = {
  analyses: analysisLines,
  evaluations: evaluationLines,
  answers: answerLines,
  segments: segmentLines,
  reviews: reviewLines,
};
