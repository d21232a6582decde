import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../support/apps/running-service.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
});

afterAll(() => service?.stop());

it.each([
  ['garbage', 'garbage\r\n\r\n', 400, 'The request could not be understood'],
  [
    'an unknown method',
    'BREW /api/v1/users/me HTTP/1.1\r\nHost: x\r\n\r\n',
    400,
    'The request could not be understood',
  ],
  ['no host', 'GET /api/v1/users/me HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'The Host header is missing'],
  [
    'headers of 20 KB',
    `GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'The request headers are too large',
  ],
])('answers bytes that are not HTTP in the shape of all errors: %s', async (_, request, status, detail) => {
  const answer = await exchange(request);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
  expect(head).toContain('\r\nContent-Type: application/json; charset=utf-8');
  expect(JSON.parse(body)).toEqual({ detail });
});

it('ignores an unknown expectation and answers the request', async () => {
  const answer = await exchange('GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
});

/** @returns all that comes back until the connection is closed */
function exchange(request: string): Promise<string> {
  const { hostname, port } = new URL(service.rootUrl);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname);
    // The socket is not ended here: Node sends no answer to a client that ends the connection before it was answered.
    socket.write(request);
    socket
      .setEncoding('utf8')
      .on('data', (text) => {
        answer += text;
      })
      .on('error', reject)
      .on('close', () => resolve(answer));
  });
}
