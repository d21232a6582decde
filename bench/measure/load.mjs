// A closed loop of clients: each sends its next request when its last one is answered.
import { Pool } from 'undici';

/**
 * @param {{base: string, cpuMs: () => Promise<number>}} server
 * @param {{path: () => string, headers: Record<string, string>, status?: number, connections: number, seconds: number}} load
 * @returns {Promise<{perSecond: number, p50: number, p95: number, p99: number, cpuUs: number}>} latencies in ms; CPU time of the
 * server per request in µs
 */
export async function runLoad(server, { path, headers, status = 200, connections, seconds }) {
  const pool = new Pool(server.base, { connections, pipelining: 1 });
  const times = [];
  const cpuBefore = await server.cpuMs();
  const from = performance.now();
  const lane = async () => {
    while (performance.now() - from < seconds * 1000) {
      const sentAt = performance.now();
      const answer = await pool.request({ path: path(), method: 'GET', headers });
      // undici replaces Infinity by its default limit of 128 kB.
      await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      if (answer.statusCode !== status) throw new Error(`${server.title ?? server.base} answered ${answer.statusCode}`);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const elapsed = (performance.now() - from) / 1000;
  const cpuUs = (((await server.cpuMs()) - cpuBefore) * 1000) / times.length;
  await pool.close();
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((at) => quantile(times, at));
  return { perSecond: times.length / elapsed, p50, p95, p99, cpuUs };
}

export function quantile(values, at) {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * at))];
}

/** The median of each field over the rounds; the fields may come from different rounds. */
export function medians(rounds) {
  return Object.fromEntries(
    Object.keys(rounds[0]).map((field) => [
      field,
      quantile(
        rounds.map((round) => round[field]),
        0.5,
      ),
    ]),
  );
}
