// The settings of an account for retention: how long each part of its calls is kept.
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { RequestSlots } from '../../platform/concurrency/request-slots.js';
import { Config } from '../../platform/config/config.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { refuseTestKey } from '../../platform/database/lock-for-change.js';
import { queryRow, type Sql } from '../../platform/database/sql.js';
import { invalid, unauthorized, type ValidationItem } from '../../platform/errors/api-error.js';
import { atMost } from '../../platform/errors/validation-messages.js';
import type { Caller } from '../../platform/http/access/caller.js';
import { beginRound } from '../../platform/operations/shared-round.js';
import { IN_FORCE } from './changed-settings.js';
import { countOverdueCalls, type OverdueCalls } from './overdue-calls.js';
import {
  ceilingsOf,
  DEFAULT_AUDIT_DAYS,
  longer,
  ofParts,
  PARTS,
  type PartDays,
  testCeilingOf,
} from './retention-parts.js';
import { RETENTION_ROUND } from './retention-rounds.js';
import type { WantedRetention } from './retention-settings.requests.js';
import { RetentionSettingsResponse, type StoredRetention } from './retention-settings.responses.js';

/** Settings of an account that has set nothing. */
const NOTHING_SET: StoredRetention = {
  ...ofParts(() => null),
  auditDays: DEFAULT_AUDIT_DAYS,
  auditReads: false,
  waitsUntil: null,
};

@Injectable()
export class RetentionSettings implements OnApplicationBootstrap {
  private readonly logger = new Logger(RetentionSettings.name);
  private readonly slots = new RequestSlots();

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** Answers about calls read the ceilings in Postgres. */
  async onApplicationBootstrap(): Promise<void> {
    const { recordings, analyses } = this.ceilings();
    await this.dataSource.query(WRITE_CEILINGS, [recordings, analyses, testCeilingOf(this.config.retention)]);
  }

  async get(accountId: string): Promise<RetentionSettingsResponse> {
    return this.shown(await read(this.dataSource, accountId));
  }

  /**
   * Counts what settings would delete now.
   * @param wanted null counts for those that are stored
   * @throws ApiError 403 for a test key; 422 for days above a ceiling
   */
  async dryRun(caller: Caller, wanted: WantedRetention | null): Promise<OverdueCalls> {
    refuseTestKey(caller, { livemode: true });
    this.refuseAboveCeilings(wanted);
    const { accountId } = caller;
    const days = wanted ?? (await read(this.dataSource, accountId));
    return this.slots.run(accountId, () => countOverdueCalls(this.dataSource, accountId, days, this.config.retention));
  }

  /**
   * Replaces the settings. What a round may delete because of them, the next round decides, which begins at once.
   * @param wanted null leaves them as they are
   * @param isConfirmed they may delete without a day of waiting
   * @throws ApiError 401; 403 for a test key; 422 for days above a ceiling
   */
  async replace(
    caller: Caller,
    wanted: WantedRetention | null,
    isConfirmed: boolean,
  ): Promise<RetentionSettingsResponse> {
    refuseTestKey(caller, { livemode: true });
    this.refuseAboveCeilings(wanted);
    const { accountId, principal } = caller;
    const settings = await this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountAgainstErasure(tx, accountId))) throw unauthorized();
      await caller.confirm(tx);
      await tx.query('INSERT INTO retention_settings (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [accountId]);
      if (wanted) await write(tx, accountId, wanted);
      if (isConfirmed) await tx.query(`UPDATE retention_settings SET ${IN_FORCE} WHERE account_id = $1`, [accountId]);
      await beginRound(tx, RETENTION_ROUND);
      const stored = await read(tx, accountId);
      const details = { ...daysOf(stored), audit_reads: stored.auditReads, confirmed: isConfirmed };
      await recordAudit(tx, caller, 'settings.changed', { type: 'settings', id: 'retention' }, details);
      return stored;
    });
    const { recordings, originals, transcripts, analyses } = settings;
    const by = { accountId, principalKind: principal.kind, principalId: principal.id };
    this.logger.log(
      { ...by, recordings, originals, transcripts, analyses, isConfirmed },
      'Changed the retention of an account',
    );
    return this.shown(settings);
  }

  private ceilings(): PartDays {
    return ceilingsOf(this.config.retention);
  }

  private shown(settings: StoredRetention): RetentionSettingsResponse {
    return RetentionSettingsResponse.of(settings, this.ceilings());
  }

  private refuseAboveCeilings(wanted: WantedRetention | null): void {
    const ceilings = this.ceilings();
    const faults = PARTS.flatMap((part): ValidationItem[] => {
      const [input, ceiling] = [wanted?.[part] ?? null, ceilings[part]];
      if (input === null || ceiling === null || input <= ceiling) return [];
      return [{ type: 'less_than_equal', loc: ['body', `${part}_days`], msg: atMost(ceiling), input }];
    });
    if (faults.length > 0) throw invalid(faults);
  }
}

const daysOf = (settings: StoredRetention) => ({
  ...Object.fromEntries(PARTS.map((part) => [`${part}_days`, settings[part]])),
  audit_days: settings.auditDays,
});

async function read(sql: Sql, accountId: string): Promise<StoredRetention> {
  return (await queryRow<StoredRetention>(sql, READ, [accountId])) ?? NOTHING_SET;
}

/** Until a round has decided, the longer of the days before and the new ones are in force. The same days change nothing. */
async function write(sql: Sql, accountId: string, wanted: WantedRetention): Promise<void> {
  const before = await queryRow<Before>(sql, LOCK, [accountId]);
  const { auditDays, auditReads } = wanted;
  const values = [accountId, ...PARTS.map((part) => wanted[part]), auditDays, auditReads];
  if (!before || PARTS.every((part) => before[`${part}_days`] === wanted[part])) {
    await sql.query(REPLACE, values);
    return;
  }
  const inForce = ofParts((part) => longer(before[`${part}_in_force`], wanted[part]));
  await sql.query(REPLACE_DAYS, [...values, ...PARTS.map((part) => inForce[part])]);
}

type Before = { readonly [Part in keyof PartDays as `${Part}_days` | `${Part}_in_force`]: number | null };

const WRITE_CEILINGS = `
  INSERT INTO retention_ceiling AS known (audio_days, analysis_days, test_days) VALUES ($1, $2, $3)
  ON CONFLICT (only_row) DO UPDATE
    SET audio_days = excluded.audio_days, analysis_days = excluded.analysis_days, test_days = excluded.test_days
    WHERE (known.audio_days, known.analysis_days, known.test_days)
      IS DISTINCT FROM (excluded.audio_days, excluded.analysis_days, excluded.test_days)`;
const READ = `
  SELECT ${PARTS.map((part) => `${part}_days AS ${part}`).join(', ')}, audit_days AS "auditDays", audit_reads AS "auditReads",
    extract(epoch FROM waits_until)::int AS "waitsUntil"
  FROM retention_settings WHERE account_id = $1`;
const LOCK = `
  SELECT ${PARTS.map((part) => `${part}_days, ${part}_in_force`).join(', ')} FROM retention_settings
  WHERE account_id = $1 FOR NO KEY UPDATE`;
const SET = `
  UPDATE retention_settings SET ${PARTS.map((part, at) => `${part}_days = $${at + 2}::int`).join(', ')}, audit_days = $6,
    audit_reads = $7, updated_at = clock_timestamp()`;
const REPLACE = `${SET} WHERE account_id = $1`;
const REPLACE_DAYS = `${SET}, ${PARTS.map((part, at) => `${part}_in_force = $${at + 8}::int`).join(', ')}, state = 'changed',
    waits_until = NULL, would_delete = NULL, notice_at = NULL
  WHERE account_id = $1`;
