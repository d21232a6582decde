// The reference servers for get/get-bench.mjs: one prepared statement for key, analysis and payload, a rate-limit count in Redis,
// and the same JSON as the service. Usage: node reference.mjs bare|express DATABASE_URL REDIS_URL; prints its port.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import express from 'express';
import { Redis } from 'ioredis';
import pg from 'pg';
import { analysisJson } from '../../dist/src/calls/analysis-json.js';

const [, , kind, databaseUrl, redisUrl] = process.argv;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20, options: '-c jit=off' });
const redis = new Redis(redisUrl);
redis.defineCommand('count', {
  numberOfKeys: 1,
  lua: `local hits = redis.call('INCR', KEYS[1])
    if hits == 1 then redis.call('PEXPIRE', KEYS[1], 60000) end
    local now = redis.call('TIME')
    return { hits, redis.call('PTTL', KEYS[1]), now[1] * 1000 + math.floor(now[2] / 1000) }`,
});
const READ = {
  name: 'read',
  text: `SELECT k.account_id, a.*, p.transcript, p.results, p.metrics, p.engine
    FROM api_key k JOIN account c ON c.id = k.account_id AND c.email_verified_at IS NOT NULL
      LEFT JOIN LATERAL (SELECT id, created_at, status, livemode, agent_id, contact_id, call_started_at,
        direction, storage_key, audio_format, size_bytes, channels, duration_ms, webhook_url, webhook_events, custom_metadata, stage, percent, settled_at, processing_time_ms,
        error_message FROM analysis WHERE id = $2 AND account_id = k.account_id) a ON true
      LEFT JOIN analysis_payload p ON p.analysis_id = a.id AND a.status = 'completed'
    WHERE k.key_hash = $1 AND k.revoked_at IS NULL`,
};
const LIMIT = 10_000_000;

/** @returns {Promise<{status: number, headers: Record<string, string | number>, body: string}>} */
async function answer(key, id) {
  const hash = createHash('sha256').update(key).digest();
  const { rows } = await pool.query({ ...READ, values: [hash, id] });
  const [found] = rows;
  const [hits, leftMs, nowMs] = await redis.count(`bare:${found?.account_id ?? 'unknown'}`);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-ratelimit-limit': LIMIT,
    'x-ratelimit-remaining': LIMIT - hits,
    'x-ratelimit-reset': Math.ceil((nowMs + leftMs) / 1000),
  };
  if (!found) return { status: 401, headers, body: '{"detail":"Invalid authentication credentials"}' };
  if (!found.id) return { status: 404, headers, body: '{"detail":"Analysis not found"}' };
  return { status: 200, headers, body: analysisJson(found, `https://recordings.example/${found.storage_key}`) };
}

if (kind === 'express') {
  const app = express().disable('x-powered-by').disable('etag');
  app.get('/api/v1/analysis/:id', async (request, response) => {
    const { status, headers, body } = await answer(request.headers['x-api-key'], request.params.id);
    response.writeHead(status, headers).end(body);
  });
  listen(createServer(app));
} else {
  listen(
    createServer(async (request, response) => {
      const { status, headers, body } = await answer(request.headers['x-api-key'], request.url.split('/')[4]);
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    }),
  );
}

function listen(server) {
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
}
