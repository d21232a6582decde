// A way to the service that is cut at the worst moment: when the service has done what was asked, before the client hears.
import { connect, createServer, type Socket } from 'node:net';

export interface AnswerCutter {
  /** The address of the service through it. */
  readonly url: string;
  /**
   * From now on the answer to each request that begins like this is lost with its connection. A browser sends some again by
   * itself, in silence: those whose connection had served another.
   */
  cutAnswersTo(requestLine: string): { readonly first: Promise<void>; end(): void };
  close(): void;
}

export async function startAnswerCutter(rootUrl: string): Promise<AnswerCutter> {
  const target = new URL(rootUrl);
  const sockets = new Set<Socket>();
  let wanted: { readonly line: string; readonly done: () => void } | null = null;
  const server = createServer((client) => {
    const service = connect(Number(target.port), target.hostname);
    let cut: (() => void) | null = null;
    client.on('data', (chunk) => {
      if (wanted !== null && chunk.includes(wanted.line)) cut = wanted.done;
      service.write(chunk);
    });
    service.on('data', (chunk) => {
      if (cut === null) client.write(chunk);
      else {
        client.resetAndDestroy();
        cut();
      }
    });
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    cutAnswersTo: (line) => {
      const first = new Promise<void>((done) => {
        wanted = { line, done };
      });
      return {
        first,
        end: () => {
          wanted = null;
        },
      };
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
