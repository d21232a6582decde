// Fills a database with calls of 500 words, drawn as words are drawn in speech: the most frequent ones are in every call.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { wordsOfCall } from '../../dist/src/calls/words/call-words.js';
import { LISTS } from '../../dist/src/calls/words/frequent-words.js';

const VOCABULARY = 60_000;
const WORDS_OF_CALL = 500;
const WORDS_OF_SEGMENT = 12;
const BATCH = 500;
const DIFFERENT_CALLS = 10_000;
const CALLS_AT_ONCE = 20_000;
const SYLLABLES =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu'.split(
    ' ',
  );

const FREQUENT = JSON.parse(
  readFileSync(new URL('../../dist/src/calls/words/frequent-words.json', import.meta.url), 'utf8'),
).en.split(' ');

/** The frequent words are those of English, and short. */
export function wordOf(rank) {
  if (rank < FREQUENT.length) return FREQUENT[rank];
  let word = '';
  for (let left = rank; ; left = Math.floor(left / SYLLABLES.length) - 1) {
    word = SYLLABLES[left % SYLLABLES.length] + word;
    if (left < SYLLABLES.length) return word;
  }
}

/** @returns {() => number} ranks by the law of Zipf */
function ranks(seed) {
  const sums = new Float64Array(VOCABULARY);
  let sum = 0;
  for (let rank = 0; rank < VOCABULARY; rank++) sums[rank] = sum += (rank + 2.7) ** -1.15;
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const wanted = (state / 2 ** 32) * sum;
    let [low, high] = [0, VOCABULARY - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Over a year. Some calls differ; the others are copies of them, which Postgres makes faster than this process makes texts. */
export async function fill(url, accountId, calls, log) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(SETTINGS);
  await client.query('ALTER TABLE analysis_payload DISABLE TRIGGER USER');
  for (let month = 0; month < 14; month++)
    await client.query("SELECT make_call_words_partition(now() - $1 * interval '1 month')", [month]);
  const { rows } = await client.query("SELECT pg_get_indexdef('call_words_idx'::regclass) AS index");
  await client.query('DROP INDEX call_words_idx');
  await client.query('CREATE TABLE drawn (n int PRIMARY KEY, words tsvector, transcript text)');
  const draw = ranks(1);
  const different = Math.min(calls, DIFFERENT_CALLS);
  for (let done = 0; done < different; done += BATCH) {
    const batch = [];
    for (let at = done; at < Math.min(different, done + BATCH); at++) batch.push(await drawCall(draw));
    await client.query(
      'INSERT INTO drawn SELECT $1 + n - 1, words::tsvector, transcript FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS c (words, transcript, n)',
      [done, batch.map(({ words }) => words), batch.map(({ transcript }) => transcript)],
    );
  }
  log(`${different} different calls`);
  for (let done = 0; done < calls; done += CALLS_AT_ONCE) {
    await client.query(COPY, [accountId, done, Math.min(calls, done + CALLS_AT_ONCE) - 1, calls, different]);
    log(`${done + CALLS_AT_ONCE} calls`);
  }
  await client.query('DROP TABLE drawn');
  await client.query(rows[0].index.replace(' ON ONLY ', ' ON '));
  log('the index');
  await client.query('ALTER TABLE analysis_payload ENABLE TRIGGER USER');
  await client.query('VACUUM ANALYZE');
  await client.end();
}

async function drawCall(draw) {
  const segments = [];
  for (let id = 0; id * WORDS_OF_SEGMENT < WORDS_OF_CALL; id++) {
    const text = Array.from({ length: WORDS_OF_SEGMENT }, () => wordOf(draw())).join(' ');
    segments.push({
      id,
      speaker: id % 2 ? 'customer' : 'agent',
      channel: id % 2,
      start: 3 * id,
      end: 3 * id + 2.8,
      text: `${text}.`,
      confidence: 0.94,
      edited: false,
    });
  }
  const { words } = await wordsOfCall(segments);
  return { words, transcript: JSON.stringify({ version: 1, language: 'en', segments }) };
}

const SETTINGS = "SET synchronous_commit = off; SET maintenance_work_mem = '1GB'; SET statement_timeout = 0";
const COPY = `
  WITH made AS MATERIALIZED (
    SELECT gen_random_uuid() AS id, now() - n * interval '365 days' / $4::int AS at, (hashint4(n) & 1048575) % $5::int AS drawn,
      'agent-' || (hashint4(n + 1) & 1048575) % 500 AS agent, 'cust-' || (hashint4(n + 2) & 1048575) % 200000 AS contact
    FROM generate_series($2::int, $3::int) AS n),
  calls AS (
    INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, audio_format, status, created_at, settled_at)
    SELECT id, $1, true, agent, contact, 'r', 'recordings/' || id, 'wav', 'completed', at, at FROM made RETURNING id),
  payloads AS (
    INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
    SELECT calls.id, transcript, '{}', '{}', '{}', '{}' FROM calls JOIN made USING (id) JOIN drawn ON drawn.n = made.drawn)
  INSERT INTO call_words (analysis_id, account_id, livemode, created_at, agent_id, contact_id, in_pieces, words, frequent_words)
  SELECT id, $1, true, at, agent, contact, false, words, ${LISTS} FROM made JOIN drawn ON drawn.n = made.drawn`;
