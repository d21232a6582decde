// The mail to an account whose source has failed for a day.
import { queryRows } from '../../platform/database/sql.js';
import type { Notice, NoticeKind } from '../../platform/notices/owner-notices.js';

interface FailingSource extends Notice {
  readonly name: string;
  readonly error: string | null;
}

const TAKE = `
  UPDATE source SET notice_at = now() + make_interval(mins => $1)
  WHERE id IN (
    SELECT id FROM source WHERE notice_at <= now() AND failing_since IS NOT NULL AND deleted_at IS NULL
    ORDER BY notice_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id, account_id AS "accountId", name, last_error AS error, failing_since AS since`;

export const SOURCE_NOTICES: NoticeKind<FailingSource> = {
  name: 'source-notices',
  take: (sql, minutes, limit) => queryRows(sql, TAKE, [minutes, limit]),
  settle: (sql, id) => sql.query('UPDATE source SET notice_at = NULL, told = true WHERE id = $1', [id]),
  which: ({ name }) => name,
  path: '/app/',
  words: {
    en: {
      subject: 'A recording source is failing',
      before: ({ error }, since) =>
        `No recording could be imported from this source since ${since} (UTC)${error ? `; the last error was: ${error}` : ''}.`,
      after:
        'It is retried every hour. Once the source can be read again, all new recordings are imported. You can change its settings here:',
    },
    // cspell:disable
    de: {
      subject: 'Eine Quelle für Aufnahmen ist fehlerhaft',
      before: ({ error }, since) =>
        `Seit ${since} (UTC) konnte aus dieser Quelle keine Aufnahme importiert werden${error ? `; der letzte Fehler war: ${error}` : ''}.`,
      after:
        'Sie wird stündlich erneut versucht. Sobald sie wieder gelesen werden kann, werden alle neuen Aufnahmen importiert. Die ' +
        'Einstellungen ändern Sie hier:',
    },
    // cspell:enable
  },
};
