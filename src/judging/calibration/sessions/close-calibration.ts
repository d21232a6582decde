// Closes sessions, by request and when they are due, and cancels them. What the machine answered is kept as it is then.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Between } from '../../../judgement/agreement/question-agreement.js';
import { lockForChange } from '../../../platform/database/lock-for-change.js';
import { queryRow, queryRows, type Sql } from '../../../platform/database/sql.js';
import type { Caller } from '../../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../../platform/http/idempotency/store-response.js';
import { PublishedScorecards } from '../../../scorecards/cards/published-scorecards.js';
import { Deliveries } from '../../../webhooks/deliveries.service.js';
import {
  type CalibrationAgreementResponse,
  CalibrationResponse,
  type CalibrationRow,
} from '../../../wire/calibration.response.js';
import { ConfidenceLines } from '../../lines/confidence-lines.js';
import { Counting } from '../agreement/counting.js';
import { readRatingsOf } from '../agreement/read-ratings.js';
import { calibrationClosed } from './calibration-errors.js';
import { CalibrationReader } from './calibration-reader.js';

const DUE_AT_A_TIME = 20;

@Injectable()
export class CloseCalibration {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: CalibrationReader,
    private readonly scorecards: PublishedScorecards,
    private readonly counting: Counting,
    private readonly deliveries: Deliveries,
    private readonly lines: ConfidenceLines,
  ) {}

  /** @throws ApiError 400 for a session that is closed or canceled; 401; 403; 404 */
  async close(caller: Caller, id: string, store: BeforeCommit<CalibrationResponse>): Promise<CalibrationResponse> {
    const { closed, deliveryIds } = await this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      await lockOpen(tx, caller, id);
      const closed = await this.markClosed(tx, caller.accountId, id);
      await store(tx, closed);
      return { closed, deliveryIds: await this.notify(tx, caller.accountId, closed) };
    });
    void this.deliveries.enqueue(deliveryIds);
    return closed;
  }

  /** @throws as {@link close} */
  async cancel(caller: Caller, id: string, store: BeforeCommit<CalibrationResponse>): Promise<CalibrationResponse> {
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      await lockOpen(tx, caller, id);
      await tx.query("UPDATE calibration SET status = 'canceled' WHERE id = $1 AND account_id = $2", [
        id,
        caller.accountId,
      ]);
      const canceled = CalibrationResponse.of(await this.reader.row(caller.accountId, id, tx));
      await store(tx, canceled);
      return canceled;
    });
  }

  /** Closes what is due, each session in a transaction of its own. @returns how many were closed */
  async closeDue(): Promise<number> {
    const due = await queryRows<{ id: string; accountId: string }>(this.dataSource, DUE, [DUE_AT_A_TIME]);
    for (const { id, accountId } of due) {
      const deliveryIds = await this.dataSource.transaction(async (tx) => {
        const open = await queryRow(
          tx,
          "SELECT 1 FROM calibration WHERE id = $1 AND status = 'open' FOR NO KEY UPDATE",
          [id],
        );
        return open ? this.notify(tx, accountId, await this.markClosed(tx, accountId, id)) : [];
      });
      void this.deliveries.enqueue(deliveryIds);
    }
    return due.length;
  }

  private async markClosed(tx: EntityManager, accountId: string, id: string): Promise<CalibrationResponse> {
    await tx.query(CLOSE, [id, accountId]);
    await tx.query(KEEP_MACHINE, [id, accountId]);
    const closed = await this.withFigures(await this.reader.row(accountId, id, tx), accountId, tx);
    await this.lines.find(tx, { accountId, scorecardId: closed.scorecard_id, revision: closed.revision });
    return closed;
  }

  /** @returns ids of the deliveries to the endpoints that ask for it: a session has no address of its own */
  private notify(
    tx: EntityManager,
    accountId: string,
    { id: calibrationId, scorecard_id: scorecardId, livemode }: CalibrationResponse,
  ): Promise<string[]> {
    return this.deliveries.recordEvent(tx, {
      accountId,
      analysisId: null,
      calibrationId,
      scorecardId,
      event: 'calibration.closed',
      livemode,
      webhook: { url: null, events: [] },
    });
  }

  /** The session with its figures, which are counted where a call was deleted since, or never were. @throws ApiError 404 */
  async get(accountId: string, id: string): Promise<CalibrationResponse> {
    return this.withFigures(await this.reader.row(accountId, id), accountId, this.dataSource);
  }

  private async withFigures(row: CalibrationRow, accountId: string, sql: Sql): Promise<CalibrationResponse> {
    if (row.status !== 'closed' || row.agreement !== null) return CalibrationResponse.of(row);
    const { scorecard_id: scorecardId, revision, expert_id: expertId } = row;
    const { formText } = await this.scorecards.revision(sql, accountId, scorecardId, revision);
    const others = row.reviewer_ids.filter((reviewer) => reviewer !== expertId);
    const between: Between[] = [
      'machine',
      ...(others.length > 1 ? (['people'] as const) : []),
      ...(expertId === null ? [] : (['expert'] as const)),
    ];
    const { agreements, differing } = await this.counting.count(accountId, { scorecardId, revision }, async () => ({
      form: formText,
      calls: await readRatingsOf(sql, accountId, row.id),
      between,
    }));
    const machine = agreements.get('machine');
    if (!machine) throw new Error('The figures of the machine are always counted');
    const agreement: CalibrationAgreementResponse = {
      machine,
      people: agreements.get('people') ?? null,
      expert: agreements.get('expert') ?? null,
      differing: differing.map(({ id, questions }) => ({ analysis_id: id, questions: [...questions] })),
    };
    const text = JSON.stringify(agreement);
    // A call that was deleted while they were counted has them counted again.
    await sql.query(KEEP, [row.id, accountId, text, row.analysis_ids.length]);
    return CalibrationResponse.of({ ...row, agreement: text });
  }
}

async function lockOpen(tx: EntityManager, caller: Caller, id: string): Promise<void> {
  const { status } = await lockForChange<{ status: string }>(tx, caller, 'calibration', id, { columns: 'status' });
  if (status !== 'open') throw calibrationClosed();
}

const CLOSE = `UPDATE calibration SET status = 'closed', closed_at = clock_timestamp() WHERE id = $1 AND account_id = $2`;

const DUE = `SELECT id, account_id AS "accountId" FROM calibration WHERE status = 'open' AND due_at <= now() ORDER BY due_at LIMIT $1`;

const KEEP = `UPDATE calibration SET agreement = $3 WHERE id = $1 AND account_id = $2 AND status = 'closed'
  AND (SELECT count(*) FROM calibration_call WHERE calibration_id = $1) = $4`;

/**
 * The machine's own answers, also where a person overruled them: `system` then. A suggestion is an answer too. What people alone
 * answer has none.
 */
const KEEP_MACHINE = `
  UPDATE calibration_call c SET machine = judged.answers, confidences = judged.confidences
  FROM (
    SELECT rated.analysis_id, given.answers, given.confidences
    FROM calibration s JOIN calibration_call rated ON rated.calibration_id = s.id, LATERAL (
      SELECT id FROM evaluation
      WHERE analysis_id = rated.analysis_id AND account_id = $2 AND scorecard_id = s.scorecard_id AND revision = s.revision
        AND status = 'completed' AND NOT superseded
      ORDER BY created_at DESC, id DESC LIMIT 1) AS e, LATERAL (
      SELECT json_object_agg(one.question, own.answer)::text AS answers,
        json_object_agg(one.question, machine.confidence) FILTER (WHERE machine.confidence IS NOT NULL)::text AS confidences
      FROM evaluation_payload p, json_to_recordset(p.answers::json)
          AS one (question text, state text, answer text, source text, confidence float8, system json), LATERAL (
        SELECT CASE WHEN json_typeof(system) = 'object' THEN system->>'state' ELSE state END AS state,
          CASE WHEN json_typeof(system) = 'object' THEN system->>'answer' ELSE answer END AS answer,
          CASE WHEN json_typeof(system) = 'object' THEN system->>'source' ELSE source END AS source,
          CASE WHEN json_typeof(system) = 'object' THEN (system->>'confidence')::float8 ELSE confidence END AS confidence
        ) AS machine, LATERAL (
        SELECT CASE WHEN machine.state = 'na' THEN 'na'
          WHEN machine.state IN ('answered', 'awaiting_human') THEN machine.answer END AS answer) AS own
      WHERE p.evaluation_id = e.id AND machine.source <> 'human' AND own.answer IS NOT NULL) AS given
    WHERE s.id = $1 AND s.account_id = $2) AS judged
  WHERE c.calibration_id = $1 AND c.analysis_id = judged.analysis_id`;
