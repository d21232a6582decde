// The cases that every implementation of Mailer must pass. The test file of each adapter registers them.
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

export interface MailerSetup {
  /** A mailer that sends from {@link FROM}, and what has come out of it: RFC 5322 messages. */
  working(): Promise<{ readonly mailer: Mailer; messages(): Promise<readonly string[]> }>;
  readonly failures: readonly MailFailure[];
}

export interface MailFailure {
  readonly what: string;
  readonly retryable: boolean;
  /** A mailer that fails, and its credentials, addresses and paths, which no error may tell a client. */
  failing(): Promise<{ readonly mailer: Mailer; readonly secrets: readonly string[] }>;
}

export function describeMailer(name: string, { working, failures }: MailerSetup): void {
  describe(`the contract of Mailer: ${name}`, () => {
    it('sends text and html in one message, from the configured sender', async () => {
      const { mailer, messages } = await working();
      await mailer.send(MAIL);
      const [message = '', ...further] = await messages();
      expect(further).toEqual([]);
      for (const name of ['Subject', 'Message-ID', 'Date', 'MIME-Version'])
        expect(headOf(message)).toMatch(new RegExp(`^${name}: `, 'm'));
      expect(headOf(message)).toContain(`From: ${FROM}\r\n`);
      expect(headOf(message)).toContain('To: ada@example.com\r\n');
      expect(message).toContain('Content-Type: multipart/alternative');
      const [, text = '', html = ''] = message
        .split(/^Content-Type: text\/(?:plain|html)/m)
        .map(withoutQuotedPrintable);
      expect(text).toContain(`Open this link:\r\n\r\n${LINK}\r\n`);
      expect(html).toContain(MAIL.html);
    });

    it('sends every mail as a message of its own', async () => {
      const { mailer, messages } = await working();
      await mailer.send(MAIL);
      await mailer.send(MAIL);
      expect(await messages()).toHaveLength(2);
    });

    it('does not let an address or a subject add a header', async () => {
      const { mailer, messages } = await working();
      await mailer.send({ ...MAIL, to: 'ada@example.com\r\nBcc: eve@example.com', subject: 'Hi\r\nX-Evil: yes' });
      const [message = ''] = await messages();
      expect(headOf(message)).toContain('Subject: Hi');
      expect(headOf(message)).not.toMatch(/^(Bcc|X-Evil):/im);
    });

    it.each(failures)('reports as a ProviderError: $what', async ({ retryable, failing }) => {
      const { mailer, secrets } = await failing();
      const error = await mailer.send(MAIL).then(
        () => expect.fail('the mail was sent'),
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ retryable, message: expect.stringMatching(/^The mail could not be \w+\.$/) });
      for (const secret of [...secrets, MAIL.to, LINK]) expect(String(error)).not.toContain(secret);
    });
  });
}

const headOf = (message: string) => message.split('\r\n\r\n')[0] ?? '';

/** Joins soft line breaks and decodes `=`, which is enough for these mails. */
export const withoutQuotedPrintable = (text: string) => text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
