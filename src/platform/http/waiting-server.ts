// Answers in the place of the service while it cannot serve yet: it lives, is not ready, and says why.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Config } from '../config/config.js';
import { unavailable } from '../errors/api-error.js';

const RETRY_AFTER_SECONDS = 5;

/**
 * @param reason what `/health/ready` says
 * @returns closes it. Where the port is taken, nothing is served
 */
export async function serveWaiting({ http }: Config, reason: string): Promise<() => Promise<void>> {
  const answer = answering(reason);
  const { tlsCertFile, tlsKeyFile } = http;
  const server =
    tlsCertFile && tlsKeyFile
      ? createTlsServer({ cert: readFileSync(tlsCertFile), key: readFileSync(tlsKeyFile) }, answer)
      : createServer(answer);
  try {
    await once(server.listen(http.port, http.host), 'listening');
  } catch {
    return () => Promise.resolve();
  }
  return async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
}

function answering(reason: string): RequestListener {
  const check = { status: 'failing', duration_ms: 0, note: reason };
  const bodies: Readonly<Record<string, object>> = {
    '/health/live': { status: 'ok' },
    '/health/ready': { status: 'unavailable', checks: { erasures: check } },
  };
  return (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const { detail, status, headers } = unavailable(RETRY_AFTER_SECONDS);
    response.writeHead(path === '/health/live' ? 200 : status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(bodies[path] ?? { detail }));
  };
}
