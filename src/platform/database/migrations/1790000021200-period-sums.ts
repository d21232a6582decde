// Keeps the sums of a usage period beside its rows, so that accepting and billing a call cost the same whatever was billed
// before. The rows stay the truth: triggers keep the sums for every writer, and `call-analysis billing:reconcile` compares them.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PeriodSums1790000021200 implements MigrationInterface {
  /**
   * From here on the triggers add each change to the sums; the next migration brings in what was there before. Until it has
   * run, no process of this release serves, and an earlier release does not read the sums.
   */
  async up(runner: QueryRunner): Promise<void> {
    await this.createTable(runner);
    await this.createReservationTriggers(runner);
    await this.createLedgerTriggers(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION minutes_reservation_inserted, minutes_reservation_deleted, minutes_reservation_updated,
        minutes_reservation_truncated, ledger_entry_inserted, ledger_entry_deleted, ledger_entry_updated,
        ledger_entry_truncated, ledger_entry_priced CASCADE;
      DROP TABLE period_overage;
      UPDATE usage_period SET used_hundredths = 0, reserved_hundredths = 0, overage_hundredths = 0, overage_cents = 0,
        analyses = 0;
    `);
  }

  private async createTable(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The overage of a period at each price. Cents are rounded for each price as a whole, as the payment provider does.
      CREATE TABLE period_overage (
        period_id uuid NOT NULL REFERENCES usage_period ON DELETE CASCADE,
        cents_per_minute numeric(12, 4) NOT NULL,
        hundredths bigint NOT NULL,
        PRIMARY KEY (period_id, cents_per_minute)
      ) WITH (fillfactor = 70);
    `);
  }

  private async createLedgerTriggers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- An earlier release bills at the price of the period and does not name it.
      CREATE FUNCTION ledger_entry_priced() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.overage_cents_per_minute := (SELECT overage_cents_per_minute FROM usage_period WHERE id = NEW.period_id);
        RETURN NEW;
      END $$;
      CREATE TRIGGER ledger_entry_price BEFORE INSERT ON ledger_entry
        FOR EACH ROW WHEN (NEW.overage_cents_per_minute IS NULL) EXECUTE FUNCTION ledger_entry_priced();
      ${statementTriggers('ledger_entry', addEntries)}

      -- A row trigger: a trigger for some columns cannot have transition tables. An erasure changes the account of all rows,
      -- and must not pay for it here.
      CREATE FUNCTION ledger_entry_updated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${addEntries('SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1')}
        RETURN NULL;
      END $$;
      CREATE TRIGGER ledger_entry_update
        AFTER UPDATE OF period_id, hundredths, overage_hundredths, amount_cents, overage_cents_per_minute ON ledger_entry
        FOR EACH ROW WHEN ((OLD.period_id, OLD.hundredths, OLD.overage_hundredths, OLD.amount_cents, OLD.overage_cents_per_minute)
          IS DISTINCT FROM (NEW.period_id, NEW.hundredths, NEW.overage_hundredths, NEW.amount_cents, NEW.overage_cents_per_minute))
        EXECUTE FUNCTION ledger_entry_updated();

      CREATE FUNCTION ledger_entry_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM period_overage;
        UPDATE usage_period SET used_hundredths = 0, overage_hundredths = 0, overage_cents = 0, analyses = 0;
        RETURN NULL;
      END $$;
      CREATE TRIGGER ledger_entry_truncate AFTER TRUNCATE ON ledger_entry
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_entry_truncated();
    `);
  }

  private async createReservationTriggers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${statementTriggers('minutes_reservation', addReservations)}

      CREATE FUNCTION minutes_reservation_updated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${addReservations('SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1')}
        RETURN NULL;
      END $$;
      CREATE TRIGGER minutes_reservation_update AFTER UPDATE OF period_id, hundredths ON minutes_reservation
        FOR EACH ROW WHEN ((OLD.period_id, OLD.hundredths) IS DISTINCT FROM (NEW.period_id, NEW.hundredths))
        EXECUTE FUNCTION minutes_reservation_updated();

      CREATE FUNCTION minutes_reservation_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE usage_period SET reserved_hundredths = 0;
        RETURN NULL;
      END $$;
      CREATE TRIGGER minutes_reservation_truncate AFTER TRUNCATE ON minutes_reservation
        FOR EACH STATEMENT EXECUTE FUNCTION minutes_reservation_truncated();
    `);
  }
}

/** @param add SQL that adds a query of changed rows, each with a `delta`, to the sums */
function statementTriggers(table: string, add: (changed: string) => string): string {
  return `
      CREATE FUNCTION ${table}_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${add('SELECT *, 1 AS delta FROM inserted')}
        RETURN NULL;
      END $$;
      CREATE TRIGGER ${table}_insert AFTER INSERT ON ${table}
        REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ${table}_inserted();

      CREATE FUNCTION ${table}_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${add('SELECT *, -1 AS delta FROM deleted')}
        RETURN NULL;
      END $$;
      CREATE TRIGGER ${table}_delete AFTER DELETE ON ${table}
        REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION ${table}_deleted();`;
}

/** The update of the period locks it, so that two transactions cannot insert the same price at the same time. */
function addEntries(changed: string): string {
  return `
        UPDATE usage_period p SET used_hundredths = p.used_hundredths + s.used,
          overage_hundredths = p.overage_hundredths + s.overage, overage_cents = p.overage_cents + s.cents,
          analyses = p.analyses + s.entries
        FROM (SELECT period_id, sum(delta * hundredths) AS used, sum(delta * overage_hundredths) AS overage,
                     sum(delta * amount_cents) AS cents, sum(delta) AS entries
              FROM (${changed}) AS changed GROUP BY 1) AS s
        WHERE p.id = s.period_id;
        INSERT INTO period_overage AS o (period_id, cents_per_minute, hundredths)
        SELECT c.period_id, coalesce(c.overage_cents_per_minute, p.overage_cents_per_minute),
               sum(c.delta * c.overage_hundredths)
        FROM (${changed}) AS c JOIN usage_period p ON p.id = c.period_id
        WHERE c.overage_hundredths > 0 GROUP BY 1, 2
        ON CONFLICT (period_id, cents_per_minute) DO UPDATE SET hundredths = o.hundredths + excluded.hundredths;`;
}

function addReservations(changed: string): string {
  return `
        UPDATE usage_period p SET reserved_hundredths = p.reserved_hundredths + s.reserved
        FROM (SELECT period_id, sum(delta * hundredths) AS reserved FROM (${changed}) AS changed GROUP BY 1) AS s
        WHERE p.id = s.period_id;`;
}
