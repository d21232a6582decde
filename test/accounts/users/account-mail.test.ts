import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { AccountMail } from '../../../src/accounts/users/account-mail.js';
import { SmtpMailer } from '../../../src/adapters/mail/smtp.mailer.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import type { RateLimitWindows } from '../../../src/platform/http/rate-limit/rate-limit-windows.js';
import { startService } from '../../../src/program/service.js';
import { FROM, withoutQuotedPrintable } from '../../ports/mailer.contract.js';
import { serviceEnvironment, until } from '../../support/apps/running-service.js';
import { type SmtpStub, startSmtpStub } from '../../support/stubs/smtp-stub.js';

Logger.overrideLogger(false);

/** The mails that a mailbox has had are counted by the auth service. */
const NOT_COUNTED = {} as RateLimitWindows;

const cleanUp: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** @param refusals SMTP codes with which the server refuses the first mails, in order */
async function smtpServer(refusals: readonly number[] = []): Promise<SmtpStub> {
  const stub = await startSmtpStub(refusals);
  cleanUp.push(() => stub.close());
  return stub;
}

function smtpMailer(url: string): SmtpMailer {
  const mailer = new SmtpMailer(url, FROM);
  cleanUp.push(() => mailer.onApplicationShutdown());
  return mailer;
}

describe('mail to the holder of an account', () => {
  const config = () => loadConfig({ JWT_SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://calls.example' });

  it.each([
    ['confirms an address', 'sendVerification', 'Confirm your e-mail address', 'verify-email', 'expires in 24 hours'],
    ['sets a password', 'sendPasswordReset', 'Reset your password', 'reset-password', 'expires in one hour'],
  ] as const)(
    'mails a link that %s, in text and in HTML, and says how long it works',
    async (_, send, subject, page, hours) => {
      const { url, received } = await smtpServer();
      const accountMail = new AccountMail(config(), smtpMailer(url), NOT_COUNTED);
      accountMail[send]('ada@example.com', 'secret-token');
      await accountMail.settled();
      const [mail] = received;
      expect(mail?.to, 'the recipients').toEqual(['ada@example.com']);
      const source = withoutQuotedPrintable(mail?.source ?? '');
      expect(source, 'the subject').toContain(`Subject: ${subject}\r\n`);
      const link = `https://calls.example/${page}?token=secret-token`;
      expect(source, 'the link as text').toContain(`\n${link}\r\n`);
      expect(source, 'the link in HTML').toContain(`<a href="${link}">${link}</a>`);
      expect(source.split(hours), `texts around "${hours}", which both parts say`).toHaveLength(3);
    },
  );

  it('tries again when the mail server is briefly away', async () => {
    const { url, received, attempts } = await smtpServer([451]);
    const accountMail = new AccountMail(config(), smtpMailer(url), NOT_COUNTED);
    accountMail.sendPasswordReset('ada@example.com', 'secret-token');
    await accountMail.settled();
    expect(attempts(), 'attempts with a server that is briefly away').toBe(2);
    expect(received, 'mails that arrived in the end').toHaveLength(1);
    expect(withoutQuotedPrintable(received[0]?.source ?? '')).toContain(
      'https://calls.example/reset-password?token=secret-token',
    );
  });

  it('gives a refused mail up, and stays up itself', async () => {
    const { url, received, attempts } = await smtpServer([550]);
    const accountMail = new AccountMail(config(), smtpMailer(url), NOT_COUNTED);
    accountMail.sendVerification('ada@example.com', 'first');
    await accountMail.settled();
    expect([attempts(), received.length]).toEqual([1, 0]);
    accountMail.sendVerification('ada@example.com', 'second');
    await accountMail.settled();
    expect(received, 'mails that arrived after the refused one').toHaveLength(1);
  });

  it('sends what a request asked for that was still being answered when the process was told to stop', async () => {
    const received: string[] = [];
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, { envelope }, done) => {
        // Slower than every other step of stopping.
        const taken = () =>
          setTimeout(() => received.push(...envelope.rcptTo.map(({ address }) => address)) && done(), 500);
        stream.resume().once('end', taken);
      },
    });
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    cleanUp.push(() => new Promise<void>((closed) => smtp.close(closed)));
    const { port } = smtp.server.address() as AddressInfo;
    const { env, rootUrl, dispose } = await serviceEnvironment({
      PROCESS: 'api',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    });
    cleanUp.push(dispose);
    const logger = pino({ level: 'silent' });
    const service = await startService({ announce: () => undefined, config: loadConfig(env), logger });
    const body = JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' });
    const headers = { connection: 'close', 'content-type': 'application/json', 'content-length': body.length };
    const registering = request(`${rootUrl}/api/v1/auth/register`, { agent: false, method: 'POST', headers });
    const answered = once(registering, 'response');
    await new Promise((sent) => registering.write(body.slice(0, 1), sent));
    const isTaken = () =>
      fetch(`${rootUrl}/health/live`).then(
        () => true,
        () => false,
      );
    await isTaken();
    const stopped = service.stop();
    await until(async () => !(await isTaken()), 'it to take no more');
    registering.end(body.slice(1));
    const [response] = await answered;
    await expect(response.resume()).toAnswer(201);
    await stopped;
    expect(received).toEqual(['ada@example.com']);
  });

  it('does not hold a shutdown up with its pauses', async () => {
    const { url, attempts } = await smtpServer([451, 451, 451, 451, 451]);
    const accountMail = new AccountMail(config(), smtpMailer(url), NOT_COUNTED);
    accountMail.sendVerification('ada@example.com', 'token');
    await accountMail.beforeApplicationShutdown();
    expect(attempts(), 'attempts before the shutdown').toBe(1);
  });
});
