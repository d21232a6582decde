import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { OutboxMailer } from '../../src/adapters/mail/outbox.mailer.js';
import { SmtpMailer } from '../../src/adapters/mail/smtp.mailer.js';
import { loadConfig } from '../../src/platform/config/config.js';
import type { Mail } from '../../src/ports/mailer.js';
import { ProviderError } from '../../src/ports/provider-error.js';
import { startService } from '../../src/service.js';
import { AccountMail } from '../../src/users/account-mail.js';
import { serviceEnvironment, until } from '../support/running-service.js';

Logger.overrideLogger(false);

const FROM = 'Call Analysis <no-reply@calls.example>';
const LINK = `https://calls.example/verify-email?token=${'t'.repeat(43)}`;
const mail: Mail = {
  to: 'jörg@example.com',
  subject: 'Bestätigung — please confirm',
  text: `Open this link:\n\n${LINK}\n`,
  html: `<p><a href="${LINK}">${LINK}</a></p>`,
};

const cleanUp: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

interface Received {
  readonly from: string;
  readonly to: string[];
  readonly source: string;
}

/** @param refusals answered to the first mails, in order */
async function smtpServer(
  refusals: number[] = [],
): Promise<{ url: string; received: Received[]; attempts: () => number }> {
  const received: Received[] = [];
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'p@ss' ? done(null, { user: 'user' }) : done(new Error('refused')),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((source) => {
        const code = refusals[attempts++];
        if (code) return done(Object.assign(new Error('not now'), { responseCode: code }));
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  cleanUp.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = listening.address() as AddressInfo;
  return { url: `smtp://user:p%40ss@127.0.0.1:${port}`, received, attempts: () => attempts };
}

function smtpMailer(url: string): SmtpMailer {
  const mailer = new SmtpMailer(url, FROM);
  cleanUp.push(() => mailer.onApplicationShutdown());
  return mailer;
}

/** Undoes quoted-printable where it matters here. */
const readable = (source: string) => source.replaceAll('=\r\n', '').replaceAll('=3D', '=');

describe('SmtpMailer', () => {
  it('hands mail over, signed in as the URL says', async () => {
    const { url, received } = await smtpServer();
    await smtpMailer(url).send({ ...mail, to: 'ada@example.com' });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ from: 'no-reply@calls.example', to: ['ada@example.com'] });
    const source = readable(received[0]?.source ?? '');
    expect(source).toContain('From: Call Analysis <no-reply@calls.example>\r\n');
    expect(source).toContain('Content-Type: multipart/alternative');
    expect(source.split(LINK)).toHaveLength(4);
  });

  it.each([
    [451, true],
    [552, false],
  ])('tells a refusal with %i as retryable: %s, in words without the server', async (code, retryable) => {
    const { url } = await smtpServer([code]);
    const error = await smtpMailer(url)
      .send(mail)
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ retryable, message: 'The mail could not be sent.' });
  });

  it('counts a server that is away as one that may come back', async () => {
    const placeholder = createServer().listen(0, '127.0.0.1');
    await once(placeholder, 'listening');
    const { port } = placeholder.address() as AddressInfo;
    placeholder.close();
    await once(placeholder, 'close');
    await expect(smtpMailer(`smtp://127.0.0.1:${port}`).send(mail)).rejects.toMatchObject({ retryable: true });
  });

  it('counts a refused password as final', async () => {
    const { url } = await smtpServer();
    await expect(smtpMailer(url.replace('p%40ss', 'wrong')).send(mail)).rejects.toMatchObject({ retryable: false });
  });
});

describe('OutboxMailer', () => {
  async function outbox(): Promise<string> {
    const directory = join(await mkdtemp(join(tmpdir(), 'call-analysis-outbox-')), 'outbox');
    cleanUp.push(() => rm(join(directory, '..'), { recursive: true, force: true }));
    return directory;
  }

  it('writes one whole RFC 5322 message a file, readable by its owner alone, and announces the link', async () => {
    const directory = await outbox();
    const announced: string[] = [];
    const mailer = new OutboxMailer(directory, FROM, (line) => announced.push(line));
    await mailer.send(mail);
    await mailer.send({ ...mail, to: 'ada@example.com' });
    const names = (await readdir(directory)).sort();
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f-]{36}\.eml$/);
    const path = join(directory, names[0] ?? '');
    const source = await readFile(path, 'utf8');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const [head = ''] = source.split('\r\n\r\n');
    for (const name of ['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version'])
      expect(head).toMatch(new RegExp(`^${name}: `, 'm'));
    expect(source.replaceAll('\r\n', '')).not.toContain('\n');
    expect(readable(source)).toContain(LINK);
    expect(announced).toEqual([
      `Mail to jörg@example.com: ${mail.subject} ${LINK}`,
      `Mail to ada@example.com: ${mail.subject} ${LINK}`,
    ]);
  });

  it('lets no header be smuggled in through an address or a subject', async () => {
    const directory = await outbox();
    const mailer = new OutboxMailer(directory, FROM, () => undefined);
    await mailer.send({ ...mail, to: 'ada@example.com\r\nBcc: eve@example.com', subject: 'Hi\r\nX-Evil: yes' });
    const [name = ''] = await readdir(directory);
    const [head = ''] = (await readFile(join(directory, name), 'utf8')).split('\r\n\r\n');
    expect(head).not.toMatch(/^(Bcc|X-Evil):/im);
  });

  it('says so when it cannot write', async () => {
    const mailer = new OutboxMailer('/dev/null/outbox', FROM, () => undefined);
    await expect(mailer.send(mail)).rejects.toMatchObject({ name: 'ProviderError', retryable: true });
  });
});

describe('AccountMail', () => {
  const config = () => loadConfig({ JWT_SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://calls.example' });

  it('tries again when the mail server is briefly away', async () => {
    const { url, received, attempts } = await smtpServer([451]);
    const accountMail = new AccountMail(config(), smtpMailer(url));
    accountMail.sendPasswordReset('ada@example.com', 'secret-token');
    await accountMail.settled();
    expect(attempts()).toBe(2);
    expect(received).toHaveLength(1);
    expect(readable(received[0]?.source ?? '')).toContain('https://calls.example/reset-password?token=secret-token');
  });

  it('gives a refused mail up, and stays up itself', async () => {
    const { url, received, attempts } = await smtpServer([550]);
    const accountMail = new AccountMail(config(), smtpMailer(url));
    accountMail.sendVerification('ada@example.com', 'first');
    await accountMail.settled();
    expect([attempts(), received.length]).toEqual([1, 0]);
    accountMail.sendVerification('ada@example.com', 'second');
    await accountMail.settled();
    expect(received).toHaveLength(1);
  });

  it('sends what a request asked for that was still being answered when the process was told to stop', async () => {
    const received: string[] = [];
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, { envelope }, done) => {
        // Slower than everything else that ends.
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
    expect(response.resume().statusCode).toBe(201);
    await stopped;
    expect(received).toEqual(['ada@example.com']);
  });

  it('does not hold a shutdown up with its pauses', async () => {
    const { url, attempts } = await smtpServer([451, 451, 451, 451, 451]);
    const accountMail = new AccountMail(config(), smtpMailer(url));
    accountMail.sendVerification('ada@example.com', 'token');
    await accountMail.beforeApplicationShutdown();
    expect(attempts()).toBe(1);
  });
});
