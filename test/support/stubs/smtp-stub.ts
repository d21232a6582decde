// A mail server that keeps what it accepts, and refuses on demand.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The RFC 5322 message. */
  readonly source: string;
}

export interface SmtpStub {
  /** With the credentials that the server accepts: `user` and {@link SMTP_PASSWORD}. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  attempts(): number;
  close(): Promise<void>;
}

export const SMTP_PASSWORD = 'p@ss';

/** @param refusals reply codes to the first mails, in order */
export async function startSmtpStub(refusals: readonly number[] = []): Promise<SmtpStub> {
  const received: ReceivedMail[] = [];
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === SMTP_PASSWORD ? done(null, { user: 'user' }) : done(new Error('refused')),
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
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://user:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:${port}`,
    received,
    attempts: () => attempts,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
