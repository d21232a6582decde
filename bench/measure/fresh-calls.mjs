// Fresh calls beside a job over stored ones: how long each takes, and the stored calls that the job is over.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from './load.mjs';
import { roundsOf } from './rounds.mjs';

/** A call that waits longer is taken for one that is not worked on. */
const GIVE_UP_MS = 120_000;
const PAUSE_MS = 1_500;

/** @returns {(path: string, body?: FormData | object) => Promise<any>} throws on an answer that is an error */
export function asking(api, key) {
  return async (path, body) => {
    const headers = { 'x-api-key': key, ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }) };
    const answer = await fetch(`${api.base}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

const audio = await readFile(resolve('samples/good-call.ogg'));

/** @returns {Promise<string>} the id of a call that was accepted now */
export async function submit(ask) {
  const form = new FormData();
  form.set('agent_id', 'agent-7');
  form.set('contact_id', 'contact-42');
  form.set('audio_file', new Blob([audio]), 'call.ogg');
  return (await ask('/analysis/', form)).id;
}

/** @returns seconds from acceptance to the final state, by the clock of Postgres; Infinity when it did not come */
export async function secondsOf({ query }, id) {
  for (const until = performance.now() + GIVE_UP_MS; performance.now() < until; await pause(25)) {
    const [call] = await query(
      'SELECT status, extract(epoch FROM settled_at - created_at)::float8 AS seconds FROM analysis WHERE id = $1',
      [id],
    );
    if (call.status === 'completed') return call.seconds;
    if (call.status === 'failed') throw new Error(`The call ${id} failed`);
  }
  return Number.POSITIVE_INFINITY;
}

/** One fresh call after the other, with pauses in which a job goes on. */
export async function freshCalls(stores, ask, rounds) {
  const seconds = [];
  for (const _round of roundsOf(rounds)) {
    await pause(PAUSE_MS);
    seconds.push(await secondsOf(stores, await submit(ask)));
  }
  return { p50: quantile(seconds, 0.5), max: Math.max(...seconds) };
}

/**
 * As if so many calls like this one had been completed before.
 * @returns {Promise<string[]>} their ids
 */
export async function copyCall({ query }, id, count) {
  const rows = await query(
    `WITH copies AS (
       INSERT INTO analysis
       SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid()))).*
       FROM analysis AS a, generate_series(1, $2::int) WHERE a.id = $1
       RETURNING id)
     INSERT INTO analysis_payload
     SELECT (jsonb_populate_record(p, jsonb_build_object('analysis_id', copies.id))).*
     FROM copies, analysis_payload AS p WHERE p.analysis_id = $1
     RETURNING analysis_id`,
    [id, count],
  );
  return rows.map(({ analysis_id }) => analysis_id);
}
