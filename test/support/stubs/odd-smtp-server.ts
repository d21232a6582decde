// A mail server that gives one odd answer, and works from then on.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** `message`: after the line that ends it. */
export type SmtpMoment = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message';

const PROPER: Readonly<Record<string, string>> = {
  greeting: '220 mail.example',
  EHLO: '250-mail.example\r\n250 8BITMIME',
  MAIL: '250 Sender accepted',
  RCPT: '250 Recipient accepted',
  DATA: '354 Go on',
  message: '250 Taken',
  RSET: '250 Forgotten',
  QUIT: '221 Bye',
};

const END_OF_MESSAGE = '\r\n.\r\n';

export interface OddSmtpServer {
  readonly url: string;
  /** Every message that came whole, also where its answer was the odd one. */
  readonly messages: readonly string[];
}

/** @param answer at each time after the first the server gives the proper answer instead */
export async function startOddSmtpServer(at: SmtpMoment, answer: (socket: Socket) => unknown): Promise<OddSmtpServer> {
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  let isOdd = true;
  const reply = (socket: Socket, moment: string) => {
    const odd = isOdd && moment === at;
    if (odd) answer(socket);
    else socket.write(`${PROPER[moment] ?? '502 Unknown'}\r\n`);
    isOdd &&= !odd;
    return odd ? 'odd' : 'proper';
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    // A client that gives up may reset the connection.
    socket.on('error', () => undefined);
    let unread = '';
    let end = '\r\n';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      unread += chunk;
      for (let at = unread.indexOf(end); at >= 0; at = unread.indexOf(end)) {
        const part = unread.slice(0, at);
        unread = unread.slice(at + end.length);
        const moment = end === END_OF_MESSAGE ? 'message' : part.slice(0, 4).toUpperCase();
        if (moment === 'message') messages.push(part);
        end = reply(socket, moment) === 'proper' && moment === 'DATA' ? END_OF_MESSAGE : '\r\n';
      }
    });
    reply(socket, 'greeting');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, messages };
}
