// Estimates the cost of an engine trial, by engine, before anything is asked.
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import type { EngineSpec } from '../../platform/config/engines/engine-spec.js';
import { queryRow, type Sql } from '../../platform/database/sql.js';
import { FINDING_NAMES } from '../../ports/findings.js';
import { type AskedQuestion, FormJudge } from '../../ports/form-judge.js';
import { formOf, type PublishedScorecard } from '../../scorecards/cards/published-scorecards.js';
import { askedQuestions } from '../../scorecards/form/asked-questions.js';
import type { TrialCosts } from './engine-trial.responses.js';

/** The findings as questions, which take about as many tokens as an analyst does. */
const FINDINGS: readonly AskedQuestion[] = FINDING_NAMES.map((key) => ({
  key,
  text: key,
  guidance: null,
  speaker: null,
  within: null,
  answers: ['yes', 'no'].map((answer) => ({ key: answer, label: answer, needsQuote: true })),
  na: false,
}));

interface Measured {
  readonly calls: number;
  readonly audioMs: number;
  /** Mean length of the stored transcripts. */
  readonly characters: number;
}

@Injectable()
export class TrialEstimates {
  constructor(
    private readonly config: Config,
    private readonly judge: FormJudge,
  ) {}

  /** @param ids the calls @param scorecard null for findings, and for a trial of transcription */
  async estimate(
    sql: Sql,
    accountId: string,
    engines: readonly string[],
    ids: readonly string[],
    scorecard: PublishedScorecard | null,
  ): Promise<TrialCosts> {
    const measured = await measure(sql, accountId, ids);
    const batches = scorecard === null ? [FINDINGS] : scorecard.asksModel ? askedQuestions(formOf(scorecard)) : [];
    return Object.fromEntries(
      engines.map((name) => [name, this.costOf(this.config.engines.all.get(name), accountId, measured, batches)]),
    );
  }

  private costOf(
    spec: EngineSpec | undefined,
    accountId: string,
    { calls, audioMs, characters }: Measured,
    batches: readonly (readonly AskedQuestion[])[],
  ): number | null {
    if (spec === undefined) return null;
    if (spec.task === 'transcription')
      return spec.minuteMicros === null ? null : Math.round((audioMs / 60_000) * spec.minuteMicros);
    if (spec.price === null) return null;
    const judge = this.judge.of({ name: spec.name, apiKey: null }, accountId);
    if (judge.engine === null) return null;
    let [input, output] = [0, 0];
    for (const questions of batches) {
      const { inputTokens, outputTokens } = judge.estimateTokens(characters, questions);
      input += Math.round(calls * inputTokens);
      output += Math.round(calls * outputTokens);
    }
    return judge.costOf(input, output)?.amountMicros ?? null;
  }
}

/** No engine is asked about a scenario. Octets approximate characters: Postgres knows them without reading the texts. */
async function measure(sql: Sql, accountId: string, ids: readonly string[]): Promise<Measured> {
  const measured = await queryRow<Measured>(
    sql,
    `SELECT count(*)::int AS calls, coalesce(sum(a.duration_ms), 0)::float8 AS "audioMs",
       coalesce(avg(octet_length(p.transcript)), 0)::float8 AS characters
     FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id
     WHERE a.id = ANY($1::uuid[]) AND a.account_id = $2 AND a.scenario IS NULL`,
    [ids, accountId],
  );
  return measured ?? { calls: 0, audioMs: 0, characters: 0 };
}
