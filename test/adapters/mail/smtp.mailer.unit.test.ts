import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SmtpMailer } from '../../../src/adapters/mail/smtp.mailer.js';
import { describeMailer, FROM, MAIL, type MailFailure } from '../../ports/mailer.contract.js';
import { type SmtpMoment, startOddSmtpServer } from '../../support/stubs/odd-smtp-server.js';
import { SMTP_PASSWORD, type SmtpStub, startSmtpStub } from '../../support/stubs/smtp-stub.js';

const cleanUp: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** One for all cases: each of its connections begins with a wait of 100 ms. */
let stub: SmtpStub;
let shared: SmtpMailer;
beforeAll(async () => {
  stub = await startSmtpStub();
  shared = new SmtpMailer(stub.url, FROM);
});
afterAll(async () => {
  shared.onApplicationShutdown();
  await stub.close();
});

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

function mailerAt(url: string, timeoutMs?: number): SmtpMailer {
  const mailer = new SmtpMailer(url, FROM, timeoutMs);
  cleanUp.push(() => mailer.onApplicationShutdown());
  return mailer;
}

/** What no error may tell of {@link mailerAt}: the password, the address and the words of the server. */
const secretsOf = (url: string) => [SMTP_PASSWORD, '127.0.0.1', new URL(url).port, 'not now'];

const failingAt = (url: string) => ({ mailer: mailerAt(url), secrets: secretsOf(url), received: null });

/** A server that gives one odd answer. */
function oddAnswer(what: string, at: SmtpMoment, reply: string, outcome: 'retryable' | 'final'): MailFailure {
  const failing = async () => {
    const { url, messages } = await startOddSmtpServer(at, (socket) => socket.write(reply));
    return { mailer: mailerAt(url), secrets: secretsOf(url), received: () => messages.length };
  };
  return { what: `${what} (${at})`, retryable: outcome === 'retryable', failing };
}

const ODD_ANSWERS: readonly MailFailure[] = [
  oddAnswer('a server that serves no mail', 'greeting', '554 not now\r\n', 'final'),
  oddAnswer('a server that is about to stop', 'greeting', '421 not now\r\n', 'retryable'),
  oddAnswer('a greeting that is none', 'greeting', '250 not now\r\n', 'retryable'),
  oddAnswer('a server of another protocol', 'greeting', 'HTTP/1.1 400 not now\r\n\r\n', 'retryable'),
  ...(['MAIL', 'RCPT', 'DATA', 'message'] as const).flatMap((at) => [
    oddAnswer('a refusal that may pass', at, '451 not now\r\n', 'retryable'),
    oddAnswer('a final refusal of several lines', at, '550-not\r\n550 now\r\n', 'final'),
  ]),
  oddAnswer('a server that is about to stop', 'MAIL', '421 not now\r\n', 'retryable'),
  oddAnswer('a server that has lost its place', 'RCPT', '503 not now\r\n', 'retryable'),
  oddAnswer('an answer that is no SMTP', 'DATA', 'not now\r\n', 'retryable'),
  oddAnswer('a number that SMTP does not know', 'message', '999 not now\r\n', 'retryable'),
];

/** The connection breaks at this moment, once. */
const LOST = (['EHLO', 'MAIL', 'RCPT', 'DATA', 'message'] as const).map(
  (at): MailFailure => ({
    what: `a connection that is lost (${at})`,
    retryable: true,
    failing: async () => {
      const { url, messages } = await startOddSmtpServer(at, (socket) => socket.destroy());
      return { mailer: mailerAt(url), secrets: secretsOf(url), received: () => messages.length };
    },
  }),
);

/** The server falls silent, once. A mail that had timed out before this moment would leave the silence to the next one, which is
 *  to be sent. */
const SILENT = (['greeting', 'EHLO', 'MAIL', 'DATA', 'message'] as const).map(
  (at): MailFailure => ({
    what: `a server that never answers (${at})`,
    retryable: true,
    failing: async () => {
      const { url, messages } = await startOddSmtpServer(at, () => undefined);
      const impatient = mailerAt(`${url}?greetingTimeout=500&socketTimeout=500`);
      return { mailer: impatient, secrets: secretsOf(url), received: () => messages.length };
    },
  }),
);

describeMailer('smtp', {
  working: async () => {
    const before = stub.received.length;
    return { mailer: shared, sent: async () => stub.received.slice(before) };
  },
  failures: [
    ...ODD_ANSWERS,
    ...LOST,
    ...SILENT,
    {
      what: 'a server that closes every connection before its greeting',
      retryable: true,
      failing: async () => {
        const server = createServer((socket) => socket.destroy());
        const url = `smtp://127.0.0.1:${await portOf(server)}`;
        cleanUp.push(() => server.close());
        return failingAt(`${url}?maxRequeues=0`);
      },
    },
    {
      what: 'an answer that never ends',
      retryable: true,
      failing: async () => {
        const { url, messages } = await startOddSmtpServer('MAIL', (socket) => {
          const timer = setInterval(() => socket.write('250-not now\r\n'), 10);
          socket.once('close', () => clearInterval(timer));
        });
        return { mailer: mailerAt(url, 1_000), secrets: secretsOf(url), received: () => messages.length };
      },
    },
    {
      what: 'a server that cannot be reached',
      retryable: true,
      failing: async () => {
        const placeholder = createServer();
        const port = await portOf(placeholder);
        placeholder.close();
        await once(placeholder, 'close');
        return failingAt(`smtp://user:password@127.0.0.1:${port}`);
      },
    },
    {
      what: 'a refused password',
      retryable: false,
      failing: async () => {
        const wrong = Object.assign(new URL(stub.url), { password: 'wrong' });
        return failingAt(wrong.href);
      },
    },
    {
      what: 'a mailer that has been shut down',
      retryable: true,
      failing: async () => {
        const failing = failingAt(stub.url);
        failing.mailer.onApplicationShutdown();
        return failing;
      },
    },
  ],
});

describe('the SMTP mailer', () => {
  it('names the sender and the recipient to the server', async () => {
    await shared.send(MAIL);
    expect(stub.received.at(-1)).toMatchObject({ from: 'no-reply@calls.example', to: ['ada@example.com'] });
  });

  it('gives a mail a minute, whatever its server does', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());
    await shared.send(MAIL);
    expect(timeout.mock.calls, 'the time that a mail has, in milliseconds').toEqual([[60_000]]);
  });

  it('sends a mail once where the first connection is closed before its greeting', async () => {
    const { url, messages } = await startOddSmtpServer('greeting', (socket) => socket.destroy());
    await mailerAt(url).send(MAIL);
    expect(messages, 'messages at the server').toHaveLength(1);
  });

  it('sends a mail once where the server has closed the connection of the mail before', async () => {
    const { url, messages } = await startOddSmtpServer('message', (socket) => socket.end('250 Taken\r\n421 Bye\r\n'));
    const mailer = mailerAt(url);
    await mailer.send(MAIL);
    await mailer.send(MAIL);
    expect(messages, 'messages at the server').toHaveLength(2);
  });
});
