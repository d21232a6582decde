// The mail that tells an account that a provider has refused its own key.
import type { Mail } from '../../ports/mailer.js';

interface RefusedKeyOfAccount {
  /** Name of the engine. */
  readonly engine: string;
  readonly since: Date;
  readonly email: string;
  /** That of the account's calls: ISO 639-1; null where it has chosen none. */
  readonly output_language: string | null;
}

interface Words {
  readonly subject: string;
  readonly before: (engine: string, since: string) => string;
  readonly after: string;
}

const ENGLISH: Words = {
  subject: 'Your key was refused',
  before: (engine, since) =>
    `The provider of the engine ${engine} has refused your own key since ${since} (UTC). ` +
    'Your calls wait for it; nothing is lost.',
  after: 'Give a new key, or choose another engine, in the console:',
};

// cspell:disable
const GERMAN: Words = {
  subject: 'Ihr Schlüssel wurde abgelehnt',
  before: (engine, since) =>
    `Der Anbieter der Engine ${engine} lehnt Ihren eigenen Schlüssel seit ${since} (UTC) ab. ` +
    'Ihre Anrufe warten; nichts geht verloren.',
  after: 'Hinterlegen Sie in der Konsole einen neuen Schlüssel, oder wählen Sie eine andere Engine:',
};
// cspell:enable

export function refusedKeyMail(
  { engine, since, email, output_language }: RefusedKeyOfAccount,
  publicUrl: string,
): Mail {
  const { subject, before, after } = output_language === 'de' ? GERMAN : ENGLISH;
  const told = before(engine, since.toISOString().slice(0, 16).replace('T', ' '));
  const link = `${publicUrl}/app/settings/engines`;
  return {
    to: email,
    subject,
    text: `${told}\n\n${after}\n\n${link}\n`,
    html: `<p>${asHtml(told)}</p><p>${asHtml(after)}</p><p><a href="${asHtml(link)}">${asHtml(link)}</a></p>`,
  };
}

const asHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
