// The mail that tells an account that nothing is sent to one of its endpoints any more, but for an attempt an hour.
import type { Mail } from '../../ports/mailer.js';

interface PausedEndpoint {
  readonly url: string;
  readonly description: string | null;
  readonly last_error: string | null;
  readonly failing_since: Date;
  readonly email: string;
  /** That of the account's calls: ISO 639-1; null where it has chosen none. */
  readonly output_language: string | null;
}

interface Words {
  readonly subject: string;
  readonly before: (since: string, error: string) => string;
  readonly after: string;
}

const ENGLISH: Words = {
  subject: 'A webhook endpoint is paused',
  before: (since, error) =>
    `There has been no successful delivery to this endpoint since ${since} (UTC)${error && `; the last error was ${error}`}:`,
  after:
    'Its notifications are kept. One is sent every hour; after the first success all missed notifications are sent, oldest ' +
    'first. You can change the URL or delete the endpoint in the console:',
};

// cspell:disable
const GERMAN: Words = {
  subject: 'Ein Webhook-Endpunkt ist pausiert',
  before: (since, error) =>
    `Seit ${since} (UTC) gab es keine erfolgreiche Zustellung an diesen Endpunkt${error && `; der letzte Fehler war ${error}`}:`,
  after:
    'Seine Benachrichtigungen werden aufbewahrt. Jede Stunde wird eine gesendet; nach dem ersten Erfolg folgen alle ausstehenden, ' +
    'die ältesten zuerst. In der Konsole können Sie die URL ändern oder den Endpunkt löschen:',
};
// cspell:enable

export function pauseMail(endpoint: PausedEndpoint, publicUrl: string): Mail {
  const { url, description, email, last_error, failing_since, output_language } = endpoint;
  const { subject, before, after } = output_language === 'de' ? GERMAN : ENGLISH;
  const since = failing_since.toISOString().slice(0, 16).replace('T', ' ');
  const told = before(since, last_error ?? '');
  const which = description === null ? url : `${description}: ${url}`;
  const link = `${publicUrl}/app/`;
  return {
    to: email,
    subject,
    text: `${told}\n\n${which}\n\n${after}\n\n${link}\n`,
    html: `<p>${asHtml(told)}</p><p>${asHtml(which)}</p><p>${asHtml(after)}</p><p><a href="${asHtml(link)}">${asHtml(link)}</a></p>`,
  };
}

const asHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
