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
    `Since ${since} (UTC) your server has taken no notification at this address${error && `; the last error was ${error}`}:`,
  after:
    'Notifications for it are kept. One of them is sent every hour; once your server answers, all that it missed follow, oldest ' +
    'first. In the console you can change the address or delete the endpoint:',
};

// cspell:disable
const GERMAN: Words = {
  subject: 'Ein Webhook-Endpunkt ist angehalten',
  before: (since, error) =>
    `Seit ${since} (UTC) hat Ihr Server unter dieser Adresse keine Benachrichtigung angenommen${error && `; der letzte Fehler war ${error}`}:`,
  after:
    'Benachrichtigungen für ihn werden aufbewahrt. Jede Stunde wird eine gesendet; sobald Ihr Server antwortet, folgen alle, die ' +
    'er verpasst hat, die ältesten zuerst. In der Konsole können Sie die Adresse ändern oder den Endpunkt löschen:',
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
