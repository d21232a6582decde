// The cases that every implementation of Mailer must pass. The test file of each adapter registers them. The port takes no
// signal, so no mail is aborted.
import { describe, expect, it } from 'vitest';
import type { Mail, Mailer } from '../../src/ports/mailer.js';
import { ProviderError } from '../../src/ports/provider-error.js';

export const FROM = 'Call Analysis <no-reply@calls.example>';
export const LINK = `https://calls.example/verify-email?token=${'t'.repeat(43)}`;
export const MAIL: Mail = {
  to: 'ada@example.com',
  subject: 'Bestätigung — please confirm',
  text: `Open this link:\n\n${LINK}\n`,
  html: `<p><a href="${LINK}">${LINK}</a></p>`,
};

export interface SentMail {
  /** To whom the adapter handed the mail, whatever its headers say; null where it keeps the message alone. */
  readonly to: readonly string[] | null;
  /** An RFC 5322 message. */
  readonly source: string;
}

export interface MailerSetup {
  /** A mailer that sends from {@link FROM}, and what has come out of it. */
  working(): Promise<{ readonly mailer: Mailer; sent(): Promise<readonly SentMail[]> }>;
  readonly failures: readonly MailFailure[];
}

export interface MailFailure {
  readonly what: string;
  readonly retryable: boolean;
  failing(): Promise<FailingMailer>;
}

export interface FailingMailer {
  readonly mailer: Mailer;
  /** Its credentials, addresses and paths, which no error may tell a client. */
  readonly secrets: readonly string[];
  /** How many whole messages have come out of it, where it fails one time only; null where it fails every time. */
  readonly received: (() => number | Promise<number>) | null;
}

export function describeMailer(name: string, { working, failures }: MailerSetup): void {
  describe(`the contract of Mailer: ${name}`, () => {
    describeMessages(working);
    describeRecipients(working);

    const cases = failures.map((each) => [each.what, each] as const);
    it.each(cases)('reports as a ProviderError: %s', async (what, { retryable, failing }) => {
      const { mailer, secrets, received } = await failing();
      const error = await mailer.send(MAIL).then(
        () => expect.fail(`${what}, and the mail passes for sent`),
        (reason: unknown) => reason,
      );
      expect(error, `${what}, and the error is no ProviderError`).toBeInstanceOf(ProviderError);
      expect(error, `${what}, and the mail is ${retryable ? 'given up' : 'sent again'}`).toMatchObject({ retryable });
      expect(String(error), 'the error is not one sentence').toMatch(/^ProviderError: The mail could not be \w+\.$/);
      for (const secret of [...secrets, MAIL.to, LINK])
        expect(String(error), 'the error tells what no client may read').not.toContain(secret);
      if (received === null) return;
      const before = await received();
      expect(before, 'the adapter sends a mail twice').toBeLessThanOrEqual(1);
      await expect(mailer.send(MAIL), `${what}, and the next mail is lost too`).resolves.toBeUndefined();
      expect(await received(), 'the next mail was sent twice, or not at all').toBe(before + 1);
    });
  });
}

function describeMessages(working: MailerSetup['working']): void {
  it('sends text and html in one message, from the configured sender', async () => {
    const { mailer, sent } = await working();
    await mailer.send(MAIL);
    const [{ source } = { source: '' }, ...further] = await sent();
    expect(further).toEqual([]);
    for (const name of ['Message-ID', 'Date', 'MIME-Version'])
      expect(headOf(source)).toMatch(new RegExp(`^${name}: `, 'm'));
    expect(headOf(source)).toContain(`From: ${FROM}\r\n`);
    expect(headOf(source)).toContain('To: ada@example.com\r\n');
    expect(source).toContain('Content-Type: multipart/alternative');
    expect(partOf(source, 'text/plain')).toBe(MAIL.text);
    expect(partOf(source, 'text/html')).toBe(MAIL.html);
  });

  it('sends mails at the same time, each as a message of its own', async () => {
    const { mailer, sent } = await working();
    const texts = Array.from({ length: 5 }, (_, index) => `Mail ${index}`);
    await Promise.all(texts.map((text) => mailer.send({ ...MAIL, text })));
    const arrived = (await sent()).map(({ source }) => partOf(source, 'text/plain').trim());
    expect(arrived.toSorted(), 'a mail was lost, or came twice').toEqual(texts);
  });

  it.each([
    ['letters of any language', 'Grüße — 你好 😀'],
    ['lines that look like the end of the message', 'One\n.\nTwo\n..\n.QUIT\n\nFrom here on'],
    ['lines longer than a mail may have', `${'long '.repeat(1000)}\n${'x'.repeat(3000)}`],
    ['a subject of many words', 'Please confirm', 'Bestätigung — please confirm '.repeat(40).trim()],
    ['nothing', '', ''],
  ])('the words arrive as they were sent: %s', async (_what, text, subject = MAIL.subject) => {
    const { mailer, sent } = await working();
    await mailer.send({ ...MAIL, subject, text, html: `<p>${text}</p>` });
    const [{ source } = { source: '' }] = await sent();
    const longest = Math.max(...source.split('\r\n').map((line) => Buffer.byteLength(line)));
    expect(longest, 'a mail server may refuse or cut a line').toBeLessThanOrEqual(998);
    expect(subjectOf(source)).toBe(subject);
    expect(partOf(source, 'text/plain').trimEnd()).toBe(text);
    expect(partOf(source, 'text/html').trimEnd()).toBe(`<p>${text}</p>`);
  });
}

function describeRecipients(working: MailerSetup['working']): void {
  it.each([
    ['a header in the address', 'ada@example.com\r\nBcc: eve@example.com'],
    ['a command in the address', 'ada@example.com>\r\nRCPT TO:<eve@example.com'],
    ['a list of addresses', 'ada@example.com, eve@example.com'],
    ['an address with a name', 'ada@example.com <eve@example.com>'],
    ['a group of addresses', 'ada@example.com: eve@example.com;'],
  ])('mails no address but the one that it is given: %s', async (_what, to) => {
    const { mailer, sent } = await working();
    await mailer.send({ ...MAIL, to }).catch(() => undefined);
    for (const mail of await sent()) {
      expect(mail.to ?? [], 'another address gets the mail').not.toContain('eve@example.com');
      expect(headOf(mail.source), 'an address adds a header').not.toMatch(/^(Bcc|RCPT TO):/im);
      expect(headOf(mail.source), 'the message names another address').not.toMatch(/^To:.*[ :<,]eve@example\.com/m);
    }
  });

  it('mails an address with letters of any language', async () => {
    const { mailer, sent } = await working();
    await mailer.send({ ...MAIL, to: 'jörg@bücher.example' });
    const [mail] = await sent();
    expect(mail?.to ?? ['jörg@bücher.example'], 'another address gets the mail').toEqual(['jörg@bücher.example']);
    expect(headOf(mail?.source ?? ''), 'the message names another address').toContain('To: jörg@bücher.example\r\n');
  });

  it('does not let a subject add a header', async () => {
    const { mailer, sent } = await working();
    await mailer.send({ ...MAIL, subject: 'Hi\r\nX-Evil: yes' });
    const [{ source } = { source: '' }] = await sent();
    expect(headOf(source)).not.toMatch(/^X-Evil:/im);
    expect(subjectOf(source)).toBe('Hi X-Evil: yes');
  });
}

const headOf = (message: string) => message.split('\r\n\r\n')[0] ?? '';

const headerOf = (message: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(headOf(message))?.[1] ?? '';

/** The decoded part of a type. */
function partOf(message: string, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(headerOf(message, 'Content-Type'))?.[1] ?? '';
  const part = message
    .split(`--${boundary}`)
    .find((each) => headerOf(each.trimStart(), 'Content-Type').startsWith(type));
  const [head = '', ...body] = (part ?? '').trimStart().split('\r\n\r\n');
  const encoded = body.join('\r\n\r\n').replace(/\r\n$/, '');
  return decode(encoded, headerOf(head, 'Content-Transfer-Encoding')).replaceAll('\r\n', '\n');
}

function decode(encoded: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(encoded, 'base64').toString();
  return encoding === 'quoted-printable' ? fromQuotedPrintable(encoded) : encoded;
}

const fromQuotedPrintable = (encoded: string) =>
  encoded
    .replaceAll('=\r\n', '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

/** The decoded subject (RFC 2047). */
const subjectOf = (message: string) =>
  headerOf(message, 'Subject')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/g, (_word, encoding: string, text: string) =>
      encoding === 'B' ? decode(text, 'base64') : fromQuotedPrintable(text.replaceAll('_', ' ')),
    )
    .replaceAll('\r\n', '');

/** Joins soft line breaks and decodes `=`, which is enough for these mails. */
export const withoutQuotedPrintable = (text: string) => text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
