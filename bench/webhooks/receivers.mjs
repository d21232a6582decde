// Receivers of webhooks in a process of their own, so that their work is not in the sender's event loop.
// Told over the parent's channel: `{ open: kind }` opens them, `{ expect: count }` is answered with `{ reached: true }` once so
// many different events have come, `{ close: true }` closes them. Usage: receivers.mjs COUNT DEAD
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
    tellWhenReached();
  }
  if (close) {
    await Promise.all(servers.map(closed));
    process.send({ closed: true });
  }
});

/** @param kind what becomes of the first `dead` of them: `alive`, `refusing` connections, or `silent` */
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
          tellWhenReached();
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

function tellWhenReached() {
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
