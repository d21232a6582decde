// Sums what was billed and reserved before the triggers were there.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An account has one period for each mode and month. */
const PERIODS_PER_TRANSACTION = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export class PeriodSumsFilled1790000021250 implements MigrationInterface {
  /** A transaction for a few periods at a time: calls are accepted and billed meanwhile. A killed run starts anew. */
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (let last: string | null = BEFORE_ALL; last !== null; ) last = await this.fill(runner, last);
  }

  /** The migration before it drops the sums. */
  async down(): Promise<void> {}

  /**
   * Replaces the sums of the next periods. A transaction that has written rows of a period holds its lock, by the triggers, so
   * the statements after the lock see all of them or none.
   * @returns the last of these periods, null after all of them
   */
  private async fill(runner: QueryRunner, after: string): Promise<string | null> {
    await runner.startTransaction();
    try {
      // A period of a busy account holds millions of entries.
      await runner.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
      const locked: { id: string }[] = await runner.query(
        'SELECT id FROM usage_period WHERE id > $1 ORDER BY id LIMIT $2 FOR UPDATE',
        [after, PERIODS_PER_TRANSACTION],
      );
      const ids = locked.map(({ id }) => id);
      await runner.query(SUM_PERIODS, [ids]);
      await runner.query('DELETE FROM period_overage WHERE period_id = ANY($1::uuid[])', [ids]);
      await runner.query(SUM_OVERAGE, [ids]);
      await runner.commitTransaction();
      return ids.at(-1) ?? null;
    } catch (error) {
      await runner.rollbackTransaction();
      throw error;
    }
  }
}

const SUM_PERIODS = `
  UPDATE usage_period p SET used_hundredths = e.used, overage_hundredths = e.overage, overage_cents = e.cents,
    analyses = e.entries, reserved_hundredths = r.reserved
  FROM unnest($1::uuid[]) AS named (id)
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(hundredths), 0) AS used, coalesce(sum(overage_hundredths), 0) AS overage,
             coalesce(sum(amount_cents), 0) AS cents, count(*) AS entries FROM ledger_entry WHERE period_id = named.id) AS e
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(hundredths), 0) AS reserved FROM minutes_reservation WHERE period_id = named.id) AS r
  WHERE p.id = named.id`;
const SUM_OVERAGE = `
  INSERT INTO period_overage (period_id, cents_per_minute, hundredths)
  SELECT e.period_id, coalesce(e.overage_cents_per_minute, p.overage_cents_per_minute), sum(e.overage_hundredths)
  FROM usage_period p JOIN ledger_entry e ON e.period_id = p.id
  WHERE p.id = ANY($1::uuid[]) AND p.overage_hundredths > 0 AND e.overage_hundredths > 0 GROUP BY 1, 2`;
