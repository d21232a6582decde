// The mail that tells an owner of trouble, in the language of the account.
import type { Mail } from '../../ports/mailer.js';

export interface Owner {
  readonly accountId: string;
  readonly email: string;
  /** That of the account's calls: ISO 639-1; null where it has chosen none. */
  readonly language: string | null;
}

interface Words<N> {
  readonly subject: string;
  /** @param since time in UTC, to the minute */
  readonly before: (notice: N, since: string) => string;
  readonly after: string;
}

export interface MailedNotice<N> {
  readonly words: Readonly<Record<'en' | 'de', Words<N>>>;
  /** A line that says what is in trouble. Left out: `before` says it. */
  readonly which?: (notice: N) => string;
  /** Path of the console's page that helps. */
  readonly path: string;
}

export function noticeMail<N extends { readonly since: Date }>(
  { words, which, path }: MailedNotice<N>,
  notice: N,
  { email, language }: Owner,
  publicUrl: string,
): Mail {
  const { subject, before, after } = language === 'de' ? words.de : words.en;
  const since = notice.since.toISOString().slice(0, 16).replace('T', ' ');
  const lines = [before(notice, since), ...(which ? [which(notice)] : []), after];
  const link = `${publicUrl}${path}`;
  return {
    to: email,
    subject,
    text: [...lines, link].map((line) => `${line}\n`).join('\n'),
    html: `${lines.map((line) => `<p>${asHtml(line)}</p>`).join('')}<p><a href="${asHtml(link)}">${asHtml(link)}</a></p>`,
  };
}

const asHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
