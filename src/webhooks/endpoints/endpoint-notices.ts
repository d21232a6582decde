// The mail to an account whose endpoint was paused: nothing is sent to it any more, but for an attempt an hour.
import { queryRows } from '../../platform/database/sql.js';
import type { Notice, NoticeKind } from '../../platform/notices/owner-notices.js';

interface PausedEndpoint extends Notice {
  readonly url: string;
  readonly description: string | null;
  readonly error: string | null;
}

const TAKE = `
  UPDATE webhook_endpoint SET notice_at = now() + make_interval(mins => $1)
  WHERE id IN (
    SELECT id FROM webhook_endpoint WHERE needs_care AND notice_at <= now() AND paused_at IS NOT NULL AND deleted_at IS NULL
    ORDER BY id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id, account_id AS "accountId", url, description, last_error AS error, failing_since AS since`;

export const ENDPOINT_NOTICES: NoticeKind<PausedEndpoint> = {
  name: 'webhook-endpoint-notices',
  take: (sql, minutes, limit) => queryRows(sql, TAKE, [minutes, limit]),
  settle: (sql, id) => sql.query('UPDATE webhook_endpoint SET notice_at = NULL WHERE id = $1', [id]),
  which: ({ url, description }) => (description === null ? url : `${description}: ${url}`),
  path: '/app/',
  words: {
    en: {
      subject: 'A webhook endpoint is paused',
      before: ({ error }, since) =>
        `There has been no successful delivery to this endpoint since ${since} (UTC)${error ? `; the last error was ${error}` : ''}:`,
      after:
        'Its notifications are kept. One is sent every hour; after the first success all missed notifications are sent, oldest ' +
        'first. You can change the URL or delete the endpoint in the console:',
    },
    // cspell:disable
    de: {
      subject: 'Ein Webhook-Endpunkt ist pausiert',
      before: ({ error }, since) =>
        `Seit ${since} (UTC) gab es keine erfolgreiche Zustellung an diesen Endpunkt${error ? `; der letzte Fehler war ${error}` : ''}:`,
      after:
        'Seine Benachrichtigungen werden aufbewahrt. Jede Stunde wird eine gesendet; nach dem ersten Erfolg folgen alle ausstehenden, ' +
        'die ältesten zuerst. In der Konsole können Sie die URL ändern oder den Endpunkt löschen:',
    },
    // cspell:enable
  },
};
