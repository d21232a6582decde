// Receivers of webhooks in a process of their own, to keep their work out of the sender's event loop. Usage: receivers.mjs
// COUNT DEAD The parent's messages: `{ open: kind }` opens the receivers and is answered with `{ urls }`; `{ expect: count }`
// is answered with `{ reached: true }` once that many different events have arrived; `{ close: true }` closes them, answered
// with `{ closed: true }`.
import { createServer } from 'node:http';

const [count, dead] = process.argv.slice(2).map(Number);
let servers = [];
let seen = new Set();
let wanted = Number.POSITIVE_INFINITY;

process.on('disconnect', () => process.exit());
process.on('message', async ({ open, expect, close }) => {
  if (open) process.send({ urls: await openAll(open) });
  if (expect) {
    wanted = expect;
    reportWhenReached();
  }
  if (close) {
    await Promise.all(servers.map(closed));
    process.send({ closed: true });
  }
});

/** @param kind how the first `dead` receivers behave: `alive`; `refusing` connections; `silent`, which never answers */
async function openAll(kind) {
  seen = new Set();
  wanted = Number.POSITIVE_INFINITY;
  servers = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const server = createServer((request, response) => {
        request.resume().on('end', () => {
          if (kind === 'silent' && n < dead) return;
          response.end();
          seen.add(request.headers['webhook-id']);
          reportWhenReached();
        });
      });
      await new Promise((done) => server.listen(0, '127.0.0.1', done));
      return server;
    }),
  );
  const urls = servers.map((server) => `http://127.0.0.1:${server.address().port}/hook`);
  if (kind === 'refusing') await Promise.all(servers.splice(0, dead).map(closed));
  return urls;
}

function reportWhenReached() {
  if (seen.size < wanted) return;
  wanted = Number.POSITIVE_INFINITY;
  process.send({ reached: true });
}

function closed(server) {
  return new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
}
