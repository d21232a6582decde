// Settings of retention that were changed. The next round lets them delete; one that would delete much waits for a day first, and
// says so by mail, since a mistake could not be undone.
import type { Logger } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import type { Notice, NoticeKind } from '../../platform/notices/owner-notices.js';
import { countOverdueCalls, type OverdueCalls } from './overdue-calls.js';
import { ofParts, PARTS, type PartDays } from './retention-parts.js';

/** A first round waits where it would delete more calls than this, or parts of them, and more than this share of all. */
const MANY_CALLS = 100;
const MANY_SHARE = 0.01;

/** SQL: the settings may delete. */
export const IN_FORCE = `state = 'in_force', waits_until = NULL, would_delete = NULL, notice_at = NULL,
  ${PARTS.map((part) => `${part}_in_force = ${part}_days`).join(', ')}`;

/** Decides about settings that were changed since the last round, and lets those go whose day is over. */
export async function decideChanged(
  dataSource: DataSource,
  config: Config['retention'],
  logger: Pick<Logger, 'log'>,
): Promise<void> {
  const changed = await queryRows<{ id: string }>(dataSource, UNDECIDED);
  for (const { id: accountId } of changed) {
    const waiting = await dataSource.transaction((tx) => decide(tx, accountId, config));
    if (waiting) logger.log({ accountId, ...waiting }, 'The first round of changed retention waits for a day');
  }
}

/** @returns what the round would delete, where it waits */
async function decide(tx: EntityManager, accountId: string, config: Config['retention']): Promise<OverdueCalls | null> {
  const settings = await queryRow<ChangedRow>(tx, LOCK_UNDECIDED, [accountId]);
  if (!settings) return null;
  const { calls, ...overdue } =
    settings.state === 'waiting'
      ? { calls: 0, recordings: 0, transcripts: 0, analyses: 0 }
      : await countOverdueCalls(
          tx,
          accountId,
          ofParts((part) => settings[`${part}_days`]),
          config,
        );
  const isMany = calls > MANY_CALLS && calls > MANY_SHARE * (await countCalls(tx, accountId));
  await tx.query(isMany ? WAIT : GO, isMany ? [accountId, JSON.stringify(overdue)] : [accountId]);
  return isMany ? overdue : null;
}

async function countCalls(tx: EntityManager, accountId: string): Promise<number> {
  const counted = await queryRow<{ n: number }>(
    tx,
    `SELECT coalesce(sum(processing + completed + failed), 0)::float8 AS n FROM analysis_month_count WHERE account_id = $1`,
    [accountId],
  );
  return counted?.n ?? 0;
}

type ChangedRow = { readonly [Part in keyof PartDays as `${Part}_days`]: number | null } & {
  readonly state: 'changed' | 'waiting';
};

const IS_UNDECIDED = "(state = 'changed' OR (state = 'waiting' AND waits_until <= now()))";
const UNDECIDED = `SELECT account_id AS id FROM retention_settings WHERE state <> 'in_force' AND ${IS_UNDECIDED} ORDER BY 1`;
const LOCK_UNDECIDED = `
  SELECT state, ${PARTS.map((part) => `${part}_days`).join(', ')} FROM retention_settings
  WHERE account_id = $1 AND ${IS_UNDECIDED} FOR NO KEY UPDATE`;
const GO = `UPDATE retention_settings SET ${IN_FORCE} WHERE account_id = $1`;
const WAIT = `
  UPDATE retention_settings SET state = 'waiting', waits_until = now() + interval '24 hours', would_delete = $2, notice_at = now()
  WHERE account_id = $1`;

interface WaitingRound extends Notice, OverdueCalls {}

const TAKE_NOTICES = `
  UPDATE retention_settings SET notice_at = now() + make_interval(mins => $1)
  WHERE account_id IN (
    SELECT account_id FROM retention_settings WHERE notice_at <= now() AND state = 'waiting'
    ORDER BY account_id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING account_id AS id, account_id AS "accountId", waits_until AS since, (would_delete::json ->> 'recordings')::int AS recordings,
    (would_delete::json ->> 'transcripts')::int AS transcripts, (would_delete::json ->> 'analyses')::int AS analyses`;

/** The mail about a round that waits. It holds numbers alone. */
export const RETENTION_NOTICES: NoticeKind<WaitingRound> = {
  name: 'retention-notices',
  take: (sql, minutes, limit) => queryRows(sql, TAKE_NOTICES, [minutes, limit]),
  settle: (sql, id) => sql.query('UPDATE retention_settings SET notice_at = NULL WHERE account_id = $1', [id]),
  path: '/app/',
  words: {
    en: {
      subject: 'Changed retention will delete calls',
      before: ({ recordings, transcripts, analyses }, since) =>
        `The retention settings of your account were changed. At ${since} (UTC) they will delete ${recordings} recordings, ` +
        `${transcripts} transcripts and ${analyses} analyses.`,
      after:
        'If that is right, you need not do anything; PUT /settings/retention with {"confirm":true} deletes them now. If it is not, ' +
        'change the settings before then:',
    },
    // cspell:disable
    de: {
      subject: 'Geänderte Aufbewahrung wird Anrufe löschen',
      before: ({ recordings, transcripts, analyses }, since) =>
        `Die Aufbewahrung Ihres Kontos wurde geändert. Um ${since} (UTC) werden ${recordings} Aufnahmen, ${transcripts} Transkripte ` +
        `und ${analyses} Analysen gelöscht.`,
      after:
        'Ist das richtig, müssen Sie nichts tun; PUT /settings/retention mit {"confirm":true} löscht sie sofort. Andernfalls ändern ' +
        'Sie die Einstellungen vorher:',
    },
    // cspell:enable
  },
};
