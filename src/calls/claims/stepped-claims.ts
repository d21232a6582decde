// Claims on rows that go through the steps of the pipeline: checkpoints, and the requests that are sent for them.
import type { DataSource, EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { storable } from '../../platform/database/storable.js';
import type { UsedTokens } from '../../ports/call-analyst.js';
import type { ClaimStatements } from '../../work/claim-statements.js';
import { RowClaims } from '../../work/row-claims.js';
import { keyOf, type SentStretch, toRows } from './sent-stretch.js';
import type { Progress, SteppedCall, StepRecords } from './step-records.js';
import { type StepStatements, UNMASKED_STEPS } from './step-statements.js';

export interface Checkpoint {
  readonly step: string;
  readonly piece: number;
  readonly payload: unknown;
  readonly progress: Progress;
}

/** Fence of the first claim: a row begins with 0. */
const FIRST_FENCE = 1;

export abstract class SteppedClaims<Call extends SteppedCall> extends RowClaims<Call> implements StepRecords<Call> {
  /** JSON of the checkpoints of each claimed row, by step and piece: read from Postgres once, then kept up to date. */
  private readonly recorded = new WeakMap<Call, Map<string, Map<number, string>>>();
  /** Keys of stretches that a checkpoint has already recorded, and that are about to be sent. */
  private readonly announced = new WeakMap<Call, Set<string>>();

  constructor(
    dataSource: DataSource,
    leaseMs: number,
    statements: ClaimStatements,
    private readonly steps: StepStatements,
  ) {
    super(dataSource, leaseMs, statements);
  }

  async readCheckpoints<Payload>(call: Call, step: string): Promise<Map<number, Payload>> {
    let recorded = this.recorded.get(call);
    if (!recorded) {
      // Each checkpoint needs a claim, so that the first one finds none.
      const found = call.fence === FIRST_FENCE ? [] : await this.findCheckpoints(call);
      recorded = new Map();
      for (const row of found) remember(recorded, row.step, row.piece, row.payload);
      this.recorded.set(call, recorded);
    }
    return new Map([...(recorded.get(step) ?? [])].map(([piece, payload]) => [piece, JSON.parse(payload)]));
  }

  async recordCheckpoint(
    tx: EntityManager | null,
    call: Call,
    step: string,
    piece: number,
    payload: unknown,
    progress: Progress,
    sends: readonly SentStretch[] = [],
  ): Promise<void> {
    const checkpoint = { step, piece, payload, progress };
    if (sends.length === 0) return this.writeCheckpoint(tx, call, this.steps.checkpoint, checkpoint);
    await this.writeCheckpoint(tx, call, this.steps.checkpointAndSend, checkpoint, [toRows(sends)]);
    this.announce(call, sends);
  }

  async recordMasked(
    call: Call,
    step: string,
    payload: unknown,
    progress: Progress,
    sends: readonly SentStretch[],
  ): Promise<void> {
    const checkpoint = { step, piece: 0, payload, progress };
    await this.writeCheckpoint(null, call, this.steps.checkpointMasked, checkpoint, [toRows(sends)]);
    for (const unmasked of UNMASKED_STEPS) this.recorded.get(call)?.delete(unmasked);
    this.announce(call, sends);
  }

  async recordSent(call: Call, stretches: readonly SentStretch[]): Promise<void> {
    const announced = this.announced.get(call);
    const unknown = stretches.filter((stretch) => !announced?.delete(keyOf(stretch)));
    if (unknown.length > 0) await this.write(this.dataSource, call, this.steps.send, [toRows(unknown)]);
  }

  async withdrawSent(call: Call, stretches: readonly SentStretch[]): Promise<void> {
    for (const stretch of stretches) this.announced.get(call)?.delete(keyOf(stretch));
    if (stretches.length > 0) await queryPrepared(this.dataSource, this.steps.withdraw, [call.id, toRows(stretches)]);
  }

  async recordSpent(call: Call, spent: UsedTokens): Promise<void> {
    await this.write(this.dataSource, call, this.steps.spent, [JSON.stringify(spent)]);
  }

  async discardCheckpoints(call: Call, keptStep: string): Promise<void> {
    await this.write(this.dataSource, call, this.steps.discard, [keptStep]);
    this.recorded.delete(call);
  }

  protected async writeCheckpoint(
    tx: EntityManager | null,
    call: Call,
    statement: PreparedStatement,
    { step, piece, payload, progress: { stage, percent } }: Checkpoint,
    furtherValues: readonly unknown[] = [],
  ): Promise<void> {
    const json = storable(JSON.stringify(payload));
    const values = [stage, Math.round(percent), step, piece, json, ...furtherValues];
    await this.writeHeadway(tx ?? this.dataSource, call, statement, values);
    // A caller's transaction may still be rolled back.
    const recorded = tx === null ? this.recorded.get(call) : undefined;
    if (recorded) remember(recorded, step, piece, json);
  }

  private announce(call: Call, sends: readonly SentStretch[]): void {
    const announced = this.announced.get(call) ?? new Set();
    for (const stretch of sends) announced.add(keyOf(stretch));
    this.announced.set(call, announced);
  }

  private findCheckpoints({ id }: Call) {
    return queryPrepared<{ step: string; piece: number; payload: string }>(this.dataSource, this.steps.checkpoints, [
      id,
    ]);
  }
}

function remember(recorded: Map<string, Map<number, string>>, step: string, piece: number, json: string): void {
  recorded.set(step, (recorded.get(step) ?? new Map<number, string>()).set(piece, json));
}
