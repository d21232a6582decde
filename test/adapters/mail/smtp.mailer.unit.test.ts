import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SmtpMailer } from '../../../src/adapters/mail/smtp.mailer.js';
import { describeMailer, FROM, MAIL } from '../../ports/mailer.contract.js';
import { SMTP_PASSWORD, type SmtpStub, startSmtpStub } from '../../support/smtp-stub.js';

const cleanUp: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function smtpStub(refusals: readonly number[] = []): Promise<SmtpStub> {
  const stub = await startSmtpStub(refusals);
  cleanUp.push(() => stub.close());
  return stub;
}

function mailerAt(url: string): SmtpMailer {
  const mailer = new SmtpMailer(url, FROM);
  cleanUp.push(() => mailer.onApplicationShutdown());
  return mailer;
}

/** A mailer, with what its errors must not tell: the password and the address of its server. */
function failingAt(url: string) {
  return { mailer: mailerAt(url), secrets: [SMTP_PASSWORD, '127.0.0.1', new URL(url).port, 'not now'] };
}

describeMailer('smtp', {
  working: async () => {
    const { url, received } = await smtpStub();
    return { mailer: mailerAt(url), messages: async () => received.map(({ source }) => source) };
  },
  failures: [
    {
      what: 'a refusal that may pass (451)',
      retryable: true,
      failing: async () => failingAt((await smtpStub([451])).url),
    },
    { what: 'a final refusal (552)', retryable: false, failing: async () => failingAt((await smtpStub([552])).url) },
    {
      what: 'a server that cannot be reached',
      retryable: true,
      failing: async () => {
        const placeholder = createServer().listen(0, '127.0.0.1');
        await once(placeholder, 'listening');
        const { port } = placeholder.address() as AddressInfo;
        placeholder.close();
        await once(placeholder, 'close');
        return failingAt(`smtp://user:password@127.0.0.1:${port}`);
      },
    },
    {
      what: 'a refused password',
      retryable: false,
      failing: async () => {
        const { url } = await smtpStub();
        const wrong = Object.assign(new URL(url), { password: 'wrong' });
        return failingAt(wrong.href);
      },
    },
  ],
});

describe('the SMTP mailer', () => {
  it('names the sender and the recipient to the server', async () => {
    const { url, received } = await smtpStub();
    await mailerAt(url).send(MAIL);
    expect(received).toMatchObject([{ from: 'no-reply@calls.example', to: ['ada@example.com'] }]);
  });
});
