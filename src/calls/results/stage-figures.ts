// What a stage of a call took: attempts, time, tokens and cost, as its provenance tells them.
import type { EntityManager } from 'typeorm';

/** Use of engines in a stage. Null where the provider does not tell it, and where no price is configured. */
export interface StageUse {
  readonly tokens: { readonly input: number; readonly output: number } | null;
  readonly cost: { readonly amount_micros: number; readonly currency: 'usd' } | null;
}

export interface StageFigures extends StageUse {
  readonly attempts: number | null;
  readonly seconds: number | null;
}

/** Stored JSON. A stage is null, or left out, where no engine was asked; tokens and cost where none of them tells any. */
export interface FiguresOfStages {
  readonly transcription?: Partial<StageFigures> | null;
  readonly analysis?: Partial<StageFigures> | null;
}

/** SQL: the counted part of `StageFigures`. */
export const figures = (attempts: string, interval: string) =>
  `jsonb_build_object('attempts', ${attempts}, 'seconds', round(extract(epoch FROM ${interval})::numeric, 3))`;

/**
 * Replaces the figures of the analysis, in the transaction that writes the new judgement.
 * @param use null where the analyst was not asked
 * @param since time when the judgement was ordered
 */
export async function replaceAnalysisFigures(
  tx: EntityManager,
  analysisId: string,
  use: StageUse | null,
  attempts: number,
  since: Date,
): Promise<void> {
  await tx.query(
    `UPDATE analysis_payload SET stage_figures = (coalesce(stage_figures::jsonb, '{}')
       || jsonb_build_object('analysis', $2::jsonb || ${figures('$3::int', 'now() - $4::timestamptz')}))::text
     WHERE analysis_id = $1`,
    [analysisId, use && JSON.stringify(use), attempts, since],
  );
}
