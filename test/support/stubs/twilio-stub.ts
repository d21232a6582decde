// Stands in for Twilio: sends recording callbacks with the form and the signature of the real one, and serves the recordings to
// who has the credentials of the account. The signature follows its documentation, not the code of the service.
// https://www.twilio.com/docs/usage/webhooks/webhooks-security
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contractFetch } from '../clients/responses.js';

export interface AskedRecording {
  readonly path: string;
  readonly authorization: string | undefined;
}

export interface TwilioStub {
  readonly apiBase: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** In the order in which they were asked for. */
  asked: AskedRecording[];
  /** Serves the next requests. Default: the recording, or 401 without the credentials. */
  serve: ((request: IncomingMessage, response: ServerResponse) => void) | null;
  /** The form of a callback for a recording of this account. */
  form(sid: string, changes?: Readonly<Record<string, string>>): Record<string, string>;
  close(): void;
}

export const SID = (letters: string, number: number) => `${letters}${number.toString(16).padStart(32, '0')}`;

export async function startTwilioStub(recording: () => Buffer): Promise<TwilioStub> {
  const [accountSid, authToken] = [SID('AC', 0xacc), 'f1b0c2d3e4f5a6b7c8d9e0f1a2b3c4d5'];
  const credentials = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    stub.asked.push({ path: url, authorization: headers.authorization });
    if (stub.serve) return stub.serve(request, response);
    if (headers.authorization !== credentials) return void response.writeHead(401).end();
    const { pathname, searchParams } = new URL(url, stub.apiBase);
    const isTwoChannels = pathname.endsWith('.wav') && searchParams.get('RequestedChannels') === '2';
    if (!isTwoChannels) return void response.writeHead(400).end();
    response.writeHead(200, { 'content-type': 'audio/x-wav' }).end(recording());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stub: TwilioStub = {
    apiBase,
    accountSid,
    authToken,
    asked: [],
    serve: null,
    form: (sid, changes = {}) => ({
      AccountSid: accountSid,
      CallSid: SID('CA', 7),
      RecordingSid: sid,
      RecordingUrl: `${apiBase}/2010-04-01/Accounts/${accountSid}/Recordings/${sid}`,
      RecordingStatus: 'completed',
      RecordingDuration: '21',
      RecordingChannels: '2',
      RecordingStartTime: 'Fri, 20 Nov 2026 09:58:00 +0000',
      RecordingSource: 'DialVerb',
      RecordingTrack: 'both',
      ErrorCode: '0',
      ...changes,
    }),
    close: () => void server.close(),
  };
  return stub;
}

export function signed(url: string, form: Readonly<Record<string, string>>, authToken: string): string {
  const fields = Object.entries(form).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha1', authToken)
    .update(url + fields.map(([name, value]) => name + value).join(''))
    .digest('base64');
}

interface Sent {
  /** Where the request goes; the address that is signed, unless that is given too. */
  readonly to: string;
  readonly signedUrl?: string;
  readonly form: Readonly<Record<string, string>>;
  readonly authToken: string;
  readonly signature?: string | null;
}

/** Sends as Twilio does. */
export function sendCallback({ to, signedUrl = to, form, authToken, signature }: Sent): Promise<Response> {
  const header = signature === undefined ? signed(signedUrl, form, authToken) : signature;
  return contractFetch(to, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'TwilioProxy/1.1',
      ...(header !== null && { 'x-twilio-signature': header }),
    },
    body: new URLSearchParams(form),
  });
}
