// Reference of the bench of lists: only node:http and pg, the same SQL for the key check and the page, and an answer that is
// put together in memory.
// Usage: node bare-server.mjs DATABASE_URL; prints its port.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { analysisJson } from '../../dist/src/calls/analysis-json.js';
import { GET_ANALYSES } from '../../dist/src/calls/analysis-reader.js';
import { NO_FILTER } from '../../dist/src/calls/listing/analysis-filter.js';
import { findPage } from '../../dist/src/calls/listing/analysis-page.js';

const pool = new pg.Pool({
  connectionString: process.argv[2],
  max: 10,
  options: '-c jit=off -c max_parallel_workers_per_gather=0',
});
const sql = { query: async (text, values) => (await pool.query(text, values)).rows };

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const hash = createHash('sha256').update(request.headers['x-api-key']).digest();
  const { rows } = await pool.query({
    name: 'key',
    text: 'SELECT account_id FROM api_key WHERE key_hash = $1 AND revoked_at IS NULL',
    values: [hash],
  });
  const accountId = rows[0].account_id;
  const range = { limit: Number(url.searchParams.get('limit')), offset: Number(url.searchParams.get('offset')) };
  const filter = { ...NO_FILTER, accountId, status: url.searchParams.get('status_filter') };
  const { ids, total } = await findPage(sql, filter, range);
  const page = await pool.query({ ...GET_ANALYSES, values: [ids, ids.map(() => accountId)] });
  const data = page.rows.map((row) => analysisJson(row, `https://recordings.example/${row.storage_key}`));
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(
    `{"object":"list","data":[${data.join(',')}],"has_more":${range.offset + ids.length < total},"total":${total}}`,
  );
});

server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
