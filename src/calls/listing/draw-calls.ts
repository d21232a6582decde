// Draws calls at random so that anyone can draw the same again: completed calls stand in the order of a hash of seed and id,
// and the first ones are taken. Neither later calls nor the order in which Postgres reads them change anything.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { RequestSlots } from '../../platform/concurrency/request-slots.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { badRequest } from '../../platform/errors/api-error.js';
import { type AnalysisFilter, Parameters } from './analysis-filter.js';
import { type CompletedCalls, completedCallsSql } from './completed-calls.js';

/** Name of the way of drawing, which clients see. Another way gets another name. */
export const DRAW_ALGORITHM = 'sha256-v1';

export const DRAWS_PER = ['agent_id', 'contact_id'] as const;
export type DrawPer = (typeof DRAWS_PER)[number];

/** Kinds of calls by the newest evaluation that counts: by its outcome, or by its answer to a question. */
export type Strata =
  | { readonly scorecardId: string; readonly by: 'outcome' }
  | { readonly scorecardId: string; readonly by: 'answer'; readonly question: string };

export interface Draw {
  /** A filter with a status other than completed matches no call. */
  readonly filter: AnalysisFilter;
  /** A part of the agent or of the contact; null for any. */
  readonly search: string | null;
  /** Calls created at this time or later, or completed after it, are left out. */
  readonly before: Date;
  readonly seed: string;
  /** Calls to draw: of all, or of each agent or contact where `per` is given. */
  readonly count: number;
  readonly per: DrawPer | null;
  /** Spread over these as evenly as they allow: one of each, another of each, until there are enough. */
  readonly strata: Strata | null;
}

export interface DrawnCalls {
  /** Calls that fit the filter. */
  readonly population: number;
  /** Ids in the order of the hash. */
  readonly ids: readonly string[];
}

/** Bounds the answer where calls are drawn of each of thousands of agents. */
export const MAX_DRAWN = 10_000;
/** A million calls take two seconds on one core, four of each agent, eight over the outcomes of a scorecard. */
const STATEMENT_TIMEOUT_MS = 20_000;
const QUERY_CANCELED = '57014';

export const tooManyDrawn = () => badRequest(`A sample holds at most ${MAX_DRAWN} calls: draw fewer of each`);
export const tooManyToDrawFrom = () => badRequest('The filter matches too many calls to draw from: narrow it');

@Injectable()
export class DrawCalls {
  private readonly slots = new RequestSlots();

  constructor(private readonly dataSource: DataSource) {}

  /** Two draws of an account run at a time in a process, and others wait. @throws ApiError 400 for too many calls */
  async draw(draw: Draw): Promise<DrawnCalls> {
    return this.slots.run(draw.filter.accountId, () =>
      this.dataSource.transaction('REPEATABLE READ', (tx) => drawIn(tx, draw)),
    );
  }
}

/**
 * @param tx one snapshot, whose statements have some seconds each from here on. Callers bound how many run at a time
 * @throws ApiError 400 for too many calls
 */
export async function drawIn(tx: EntityManager, draw: Draw): Promise<DrawnCalls> {
  await tx.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
  try {
    // Counted apart: a count beside the sorted calls would have Postgres keep them all.
    const population = await count(tx, draw);
    const drawn = draw.per === null && draw.strata === null ? drawOfAll(tx, draw) : drawOfParts(tx, draw);
    return { population, ids: await drawn };
  } catch (error) {
    throw isCanceled(error) ? tooManyToDrawFrom() : error;
  }
}

const isCanceled = (error: unknown) => error instanceof Error && Reflect.get(error, 'code') === QUERY_CANCELED;

async function count(tx: EntityManager, draw: Draw): Promise<number> {
  const p = new Parameters();
  const found = await queryRow<{ n: number }>(tx, `SELECT count(*)::int AS n FROM ${foundSql(draw, p)}`, p.values);
  return found?.n ?? 0;
}

async function drawOfAll(tx: EntityManager, draw: Draw): Promise<string[]> {
  const p = new Parameters();
  const rows = await queryRows<{ id: string }>(
    tx,
    `SELECT a.id FROM ${foundSql(draw, p)} ORDER BY ${placeSql(draw, p)} LIMIT ${p.add(draw.count, 'int')}`,
    p.values,
  );
  return rows.map(({ id }) => id);
}

/** Calls that are drawn at the same turn of several strata stand in the order of the hash. */
async function drawOfParts(tx: EntityManager, draw: Draw): Promise<string[]> {
  const p = new Parameters();
  const [found, place, owner] = [foundSql(draw, p), placeSql(draw, p), draw.per === null ? 'NULL' : `a.${draw.per}`];
  const { join, stratum } = strataSql(draw, p);
  const most = p.add(draw.count, 'int');
  // Collation C: parts need an order, and no language's, which takes twice the time.
  const rows = await queryRows<{ id: string }>(
    tx,
    `SELECT id FROM (
       SELECT id, place, row_number() OVER (PARTITION BY owner ORDER BY turn, place) AS nth
       FROM (SELECT found.id, place, owner, row_number() OVER (PARTITION BY owner, ${stratum} COLLATE "C" ORDER BY place) AS turn
             FROM (SELECT a.id, ${place} AS place, (${owner})::text COLLATE "C" AS owner FROM ${found}) AS found ${join}) AS in_turn
       WHERE turn <= ${most}
     ) AS placed WHERE nth <= ${most} ORDER BY place LIMIT ${MAX_DRAWN + 1}`,
    p.values,
  );
  if (rows.length > MAX_DRAWN) throw tooManyDrawn();
  return rows.map(({ id }) => id);
}

function foundSql({ filter, search, before }: Draw, p: Parameters): string {
  const calls: CompletedCalls = { filter, search, settledBy: before };
  return `${completedCallsSql(calls, p)} AND a.created_at < ${p.addTime(before)}`;
}

const placeSql = ({ seed }: Draw, p: Parameters) =>
  `sha256(convert_to(${p.add(`${seed}:`, 'text')} || a.id::text, 'UTF8'))`;

/** Calls without such an evaluation, or without this question, are a stratum too. */
function strataSql({ filter, strata }: Draw, p: Parameters): { readonly join: string; readonly stratum: string } {
  if (strata === null) return { join: '', stratum: 'NULL::text' };
  const [account, card] = [p.add(filter.accountId, 'uuid'), p.add(strata.scorecardId, 'uuid')];
  const join = `LEFT JOIN analysis_scorecard s ON s.analysis_id = found.id AND s.account_id = ${account} AND s.scorecard_id = ${card}`;
  if (strata.by === 'outcome') return { join, stratum: 's.outcome' };
  const isOfQuestion = `starts_with(given, ${p.add(`${strata.question}:`, 'text')})`;
  return {
    join: `${join} LEFT JOIN evaluation e ON e.id = s.evaluation_id`,
    stratum: `(SELECT max(given) FROM unnest(e.given_answers) AS given WHERE ${isOfQuestion})`,
  };
}
