// Estimates the calls, tokens and cost of re-scoring past calls, before anything is evaluated.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Parameters } from '../../calls/listing/analysis-filter.js';
import {
  type CompletedCalls,
  completedCallsSql,
  countCompletedCalls,
  countCompletedTestCalls,
  NEWEST_FIRST,
} from '../../calls/listing/completed-calls.js';
import { queryRow } from '../../platform/database/sql.js';
import type { FormJudge, JudgeCost } from '../../ports/form-judge.js';
import { formOf, type PublishedScorecard } from '../cards/published-scorecards.js';
import { JudgeOfAccount } from '../evaluations/judge-of-account.js';
import { askedQuestions, modelKeyOf } from '../form/asked-questions.js';
import type { RescoreEstimateResponse } from './rescore.response.js';

const NO_MODEL_ASKED = { input_tokens: null, output_tokens: null, cost: null, background_cost: null };

/** Number of newest calls whose stored transcripts are measured. */
const SAMPLED_CALLS = 1_000;

export interface RescoreEstimate {
  /** Calls that match the filter. */
  readonly total: number;
  readonly estimate: RescoreEstimateResponse;
  /** Number of calls in test mode among those to be evaluated. */
  readonly ofTestMode: number;
}

@Injectable()
export class RescoreEstimates {
  constructor(private readonly judges: JudgeOfAccount) {}

  /** @param tx one snapshot */
  async estimate(tx: EntityManager, scorecard: PublishedScorecard, calls: CompletedCalls): Promise<RescoreEstimate> {
    const total = await countCompletedCalls(tx, calls);
    const judge = await this.judges.of(calls.filter.accountId, tx);
    const evaluated = total === 0 ? { all: 0, test: 0 } : await this.countEvaluated(tx, judge, scorecard, calls);
    const wanted = Math.max(0, total - evaluated.all);
    const inTestMode = wanted === 0 ? 0 : await countCompletedTestCalls(tx, calls);
    const ofTestMode = Math.min(wanted, Math.max(0, inTestMode - evaluated.test));
    const tokens = await this.estimateTokens(tx, judge, scorecard, calls, wanted);
    return { total, estimate: { calls: wanted, ...tokens }, ofTestMode };
  }

  private async countEvaluated(
    tx: EntityManager,
    judge: FormJudge,
    scorecard: PublishedScorecard,
    calls: CompletedCalls,
  ): Promise<Evaluated> {
    const p = new Parameters();
    const by = p.add(modelKeyOf(scorecard, judge.engine, false) ?? '', 'text');
    const found = await queryRow<Evaluated>(
      tx,
      `SELECT count(*)::int AS "all", (count(*) FILTER (WHERE NOT a.livemode))::int AS test FROM ${completedCallsSql(calls, p)} AND EXISTS (
         SELECT 1 FROM evaluation e
         WHERE e.analysis_id = a.id AND e.scorecard_id = ${p.add(scorecard.scorecardId, 'uuid')}
           AND e.revision = ${p.add(scorecard.revision, 'int')} AND e.status <> 'failed' AND NOT e.superseded
           AND e.judge = CASE WHEN a.scenario IS NULL THEN ${by} ELSE '' END)`,
      p.values,
    );
    return found ?? { all: 0, test: 0 };
  }

  private async estimateTokens(
    tx: EntityManager,
    judge: FormJudge,
    scorecard: PublishedScorecard,
    calls: CompletedCalls,
    wanted: number,
  ): Promise<Omit<RescoreEstimateResponse, 'calls'>> {
    const batches = judge.engine === null || !scorecard.asksModel ? [] : askedQuestions(formOf(scorecard));
    if (batches.length === 0) return NO_MODEL_ASKED;
    const { askedShare, characters } = await sample(tx, calls);
    const asked = Math.round(wanted * askedShare);
    if (asked === 0) return NO_MODEL_ASKED;
    const perCall = batches.map((questions) => judge.estimateTokens(characters, questions));
    const inputTokens = Math.round(asked * sum(perCall.map((each) => each.inputTokens)));
    const outputTokens = Math.round(asked * sum(perCall.map((each) => each.outputTokens)));
    const tokens = { inputTokens, outputTokens, cachedInputTokens: 0 };
    return {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cost: toResponse(judge.costOf(inputTokens, outputTokens)),
      background_cost: toResponse(judge.costOf(inputTokens, outputTokens, 0, tokens)),
    };
  }
}

/** Calls that were already evaluated, and the number of those in test mode. */
interface Evaluated {
  readonly all: number;
  readonly test: number;
}

interface Sample {
  /** Share of the calls about which a language model would be asked. */
  readonly askedShare: number;
  /** Mean length of their stored transcripts. Octets approximate characters: Postgres knows them without reading the texts. */
  readonly characters: number;
}

async function sample(tx: EntityManager, calls: CompletedCalls): Promise<Sample> {
  const p = new Parameters();
  const newest = `SELECT a.id, a.scenario FROM ${completedCallsSql(calls, p)} ${NEWEST_FIRST} LIMIT ${SAMPLED_CALLS}`;
  const found = await queryRow<{ calls: number; asked: number; octets: number }>(
    tx,
    `SELECT count(*)::int AS calls, (count(*) FILTER (WHERE a.scenario IS NULL))::int AS asked,
       coalesce(avg(octet_length(t.transcript)) FILTER (WHERE a.scenario IS NULL), 0)::float8 AS octets
     FROM (${newest}) AS a JOIN analysis_payload t ON t.analysis_id = a.id`,
    p.values,
  );
  if (!found || found.calls === 0) return { askedShare: 0, characters: 0 };
  return { askedShare: found.asked / found.calls, characters: Math.round(found.octets) };
}

const toResponse = (cost: JudgeCost | null) => cost && { amount_micros: cost.amountMicros, currency: cost.currency };

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
