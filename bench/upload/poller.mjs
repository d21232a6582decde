// Sends a small request every 10 ms, like a client that polls, and measures its latency: in a process of its own, since the one
// that sends recordings is busy with them.
//   fork(…, [address, key]); the message `stop` is answered with the times in ms
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

const [base, key] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const times = [];
const running = new Set();

const timer = setInterval(() => {
  const sentAt = performance.now();
  const one = get().then(() => times.push(performance.now() - sentAt));
  running.add(one);
  one.finally(() => running.delete(one));
}, 10);

process.once('message', async () => {
  clearInterval(timer);
  await Promise.all(running);
  process.send(times, () => process.exit());
});

function get() {
  return new Promise((done, failed) => {
    const address = `${base}/api/v1/analysis/${randomUUID()}`;
    request(address, { agent, headers: { 'x-api-key': key } }, (response) => response.resume().on('end', done))
      .on('error', failed)
      .end();
  });
}
