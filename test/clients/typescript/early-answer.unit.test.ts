// A server of its own process refuses uploads before it has read them, and closes the connection: the answer and the end of the
// connection arrive while the library is writing.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawnBound } from '../../../bench/measure/bound-process.mjs';
import { CallAnalysis } from '../../../clients/typescript/src/call-analysis.js';

const REFUSING = `
  const body = '{"detail":"The plan has no minutes left"}';
  const head = 'HTTP/1.1 402 Payment Required\\r\\nContent-Type: application/json\\r\\nConnection: close\\r\\n';
  const server = require('node:net').createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.pause();
      socket.write(head + 'Content-Length: ' + body.length + '\\r\\n\\r\\n' + body, () => socket.destroy());
    });
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;
const UPLOADS = 100;

let server: ChildProcess;
let baseUrl: string;
beforeAll(async () => {
  server = spawnBound(process.execPath, ['-e', REFUSING], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(server.stdout!, 'data');
  baseUrl = `http://127.0.0.1:${String(port).trim()}`;
});
afterAll(() => server.kill());

it('reads the answer to an upload that is refused while it is being sent, each time', async () => {
  const client = new CallAnalysis({ baseUrl, maxRetries: 0 });
  const file = new Uint8Array(8_000_000);
  for (let uploads = 0; uploads < UPLOADS; uploads += 1)
    await expect(client.analyses.create({ agent_id: 'agent-7', contact_id: 'cust-42', file })).rejects.toMatchObject({
      kind: 'api',
      status: 402,
      detail: 'The plan has no minutes left',
    });
});
