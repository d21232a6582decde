// Uploads written byte by byte on a socket, as no correct client sends them, and how much the service read of each.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Account, TestService } from '../apps/running-service.js';
import { silence, wav, wavHeader } from '../audio/audio-fixtures.js';
import { answerTo } from '../matchers/answers.js';

export const SMALL_RECORDING = wav([silence(1_000)]);

const part = (name: string, value: string) =>
  `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** The start of a form, up to the first byte of its recording. */
export const FORM_START = Buffer.concat([
  Buffer.from(part('agent_id', 'a') + part('contact_id', 'c')),
  Buffer.from('--cut\r\nContent-Disposition: form-data; name="audio_file"; filename="call.wav"\r\n\r\n'),
]);
/** The header of a recording of 500 MB. */
export const LONG_HEADER = wavHeader({ dataBytes: 500_000_000, channels: 2, sampleRate: 48_000 });
export const FORM_END = Buffer.from('\r\n--cut--\r\n');

/** A whole form of these parts; their headers are written unchanged. */
export function rawForm(parts: readonly (readonly [headers: string, content: string | Buffer])[]): Buffer {
  const pieces = parts.flatMap(([headers, content]) => [`--cut\r\n${headers}\r\n\r\n`, content, '\r\n']);
  return Buffer.concat([...pieces, '--cut--\r\n'].map((piece) => Buffer.from(piece)));
}

export const field = (name: string, value: string) =>
  [`Content-Disposition: form-data; name="${name}"`, value] as const;
/** The two fields that every form must have. */
export const PARTIES = [field('agent_id', 'a'), field('contact_id', 'c')];
export const file = (name: string, content: string | Buffer = SMALL_RECORDING) =>
  [`Content-Disposition: form-data; name="audio_file"; filename="${name}"`, content] as const;

/** Posts the bytes as a form, valid or not. */
export async function postForm(
  { baseUrl }: TestService,
  { liveKey }: Account,
  body: Buffer,
  contentType = 'multipart/form-data; boundary=cut',
) {
  const response = await fetch(`${baseUrl}/analysis`, {
    method: 'POST',
    headers: { 'x-api-key': liveKey, 'content-type': contentType },
    body: new Uint8Array(body),
  });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  return answerTo('POST /analysis', answer);
}

export interface RawRequest {
  readonly socket: Socket;
  /** Resolves with all received bytes as text, when the connection is closed. */
  readonly answer: Promise<string>;
  /** Resolves false when the connection is closed. */
  write(bytes: string | Buffer): Promise<boolean>;
}

/** Opens a connection and sends the head of a POST /analysis. */
export async function openUpload(
  service: TestService,
  credential: string | null,
  headers: readonly string[] = ['Transfer-Encoding: chunked'],
): Promise<RawRequest> {
  const request = await openConnection(service);
  const head = [
    'POST /api/v1/analysis HTTP/1.1',
    'Host: x',
    'Connection: close',
    'Content-Type: multipart/form-data; boundary=cut',
    ...(credential === null ? [] : [`X-API-Key: ${credential}`]),
    ...headers,
  ];
  await request.write(`${head.join('\r\n')}\r\n\r\n`);
  return request;
}

export async function openConnection({ rootUrl }: Pick<TestService, 'rootUrl'>): Promise<RawRequest> {
  const { port, hostname } = new URL(rootUrl);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    answer,
    write: (bytes) =>
      new Promise((resolve) => {
        if (socket.destroyed) resolve(false);
        else socket.write(bytes, (error) => resolve(!error));
      }),
  };
}

/** The status in the text of an answer. */
export const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
/** The `detail` in the text of an answer. */
export const detailOf = (answer: string) => JSON.parse(/\{"detail".*\}/s.exec(answer)?.[0] ?? '{}').detail;

/** One chunk of a chunked body. */
export const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

export interface SeenRequest {
  readonly request: IncomingMessage;
  readonly server: Server;
  /** How many bytes of its connection the service has read. */
  bytesRead(): number;
}

/** Records every request to services in this process, until `stop` is called. */
export function watchRequests(): { readonly seen: SeenRequest[]; stop(): void } {
  const seen: SeenRequest[] = [];
  const note = (message: unknown) => {
    const { request, server } = message as { request: IncomingMessage; server: Server };
    const { socket } = request;
    seen.push({ request, server, bytesRead: () => socket.bytesRead });
  };
  subscribe('http.server.request.start', note);
  return { seen, stop: () => void unsubscribe('http.server.request.start', note) };
}
