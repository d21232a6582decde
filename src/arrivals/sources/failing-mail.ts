// The mail that tells an account that nothing can be taken from one of its sources.
import type { Mail } from '../../ports/mailer.js';

export interface FailingSource {
  readonly name: string;
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
  subject: 'A recording source is failing',
  before: (since, error) =>
    `No recording could be imported from this source since ${since} (UTC)${error && `; the last error was: ${error}`}.`,
  after:
    'It is retried every hour. Once the source can be read again, all new recordings are imported. You can change its settings here:',
};

// cspell:disable
const GERMAN: Words = {
  subject: 'Eine Quelle für Aufnahmen ist fehlerhaft',
  before: (since, error) =>
    `Seit ${since} (UTC) konnte aus dieser Quelle keine Aufnahme importiert werden${error && `; der letzte Fehler war: ${error}`}.`,
  after:
    'Sie wird stündlich erneut versucht. Sobald sie wieder gelesen werden kann, werden alle neuen Aufnahmen importiert. Die ' +
    'Einstellungen ändern Sie hier:',
};
// cspell:enable

export function failingMail(source: FailingSource, publicUrl: string): Mail {
  const { name, email, last_error, failing_since, output_language } = source;
  const { subject, before, after } = output_language === 'de' ? GERMAN : ENGLISH;
  const since = failing_since.toISOString().slice(0, 16).replace('T', ' ');
  const told = before(since, last_error ?? '');
  const link = `${publicUrl}/app/`;
  return {
    to: email,
    subject,
    text: `${told}\n\n${name}\n\n${after}\n\n${link}\n`,
    html: `<p>${asHtml(told)}</p><p>${asHtml(name)}</p><p>${asHtml(after)}</p><p><a href="${asHtml(link)}">${asHtml(link)}</a></p>`,
  };
}

const asHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
