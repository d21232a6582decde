// The service with two accounts: the busy one does its worst, the quiet one is measured.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiKeyPrefix, hashApiKeySecret, newApiKeySecret } from '../../dist/src/accounts/api-keys/api-key-secret.js';
import { startReference, startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { recordingOf } from '../pipeline/calls.mjs';

const PROVIDER_MS = '500';
/** A call that waits longer is taken for one that is not worked on. */
const GIVE_UP_MS = 120_000;
const DRIP_MS = 1_000;
const SCOPES =
  "'{analysis:read,analysis:write,scorecards:read,scorecards:write,evaluations:read,evaluations:write,settings:write,data:govern}'";

export async function openWorld({ hours, overdue }) {
  const stores = await openStores('neighbours');
  const recording = await recordingOf(30);
  const servers = [];
  const drips = await startDrips();
  const provider = await startReference(join(import.meta.dirname, '../pipeline/provider.mjs'), [], {
    TRANSCRIPTION_MS: PROVIDER_MS,
    ANSWER_MS: PROVIDER_MS,
  });
  servers.push(provider);
  const env = {
    DATA_DIR: join(stores.dataDir, 'service'),
    OUTBOUND_ALLOW_PRIVATE: 'true',
    OPENAI_BASE_URL: `${provider.base}/v1`,
    TRANSCRIPTION_ENGINE: 'compatible',
    ANALYSIS_ENGINE: 'openai',
    LOG_LEVEL: 'error',
    // Those for uploads hold.
    ACCOUNT_UPLOADS: '4',
  };
  const api = await startService(stores, { ...env, PROCESS: 'api' });
  servers.push(api, await startService(stores, { ...env, PROCESS: 'worker' }));
  /** A further account, with a call that was analysed. */
  const addParty = async () => {
    const party = await openParty(stores, api);
    party.callId = await party.submit(recording);
    await party.settled(party.callId);
    party.timedCall = async (fields) => party.settled(await party.submit(recording, fields));
    return party;
  };
  const [busy, quiet] = [await addParty(), await addParty()];
  return {
    stores,
    api,
    busy,
    quiet,
    addParty,
    recording,
    drips,
    hours,
    overdue,
    async close() {
      for (const server of servers.reverse()) await server.stop();
      drips.close();
      await stores.close();
    },
  };
}

async function openParty(stores, { base }) {
  const { accountId, key } = await addAccount(stores);
  const testKey = newApiKeySecret(false);
  await stores.query(
    `INSERT INTO api_key (id, account_id, name, key_prefix, key_hash, livemode, scopes, last_used_at)
     VALUES ($1, $2, 'sandbox', $3, $4, false, '{}', now() + interval '1 day')`,
    [randomUUID(), accountId, apiKeyPrefix(testKey), hashApiKeySecret(testKey)],
  );
  await stores.query(`UPDATE api_key SET scopes = ${SCOPES} WHERE account_id = $1`, [accountId]);
  /** @returns the answer's JSON; null for an answer that is none, and where none is expected */
  const ask = async (path, { body, method = body ? 'POST' : 'GET', key: with_ = key, expected = true } = {}) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': with_, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    // Reading megabytes would be measured in the reads of the other account.
    if (!expected) return null;
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
    return answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null;
  };
  return {
    accountId,
    key,
    testKey,
    ask,
    async submit(audio, fields = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ agent_id: 'agent-7', contact_id: 'contact-42', ...fields }))
        form.set(name, value);
      form.set('audio_file', audio, 'call.wav');
      return (await ask('/analysis/', { body: form })).id;
    },
    /** @returns ms from acceptance to the end, by the clock of Postgres; Infinity when it did not come */
    async settled(id) {
      for (const until = performance.now() + GIVE_UP_MS; performance.now() < until; await pause(25)) {
        const [call] = await stores.query(
          'SELECT status, extract(epoch FROM settled_at - created_at)::float8 * 1000 AS ms FROM analysis WHERE id = $1',
          [id],
        );
        if (call.status === 'completed') return call.ms;
        if (call.status === 'failed') throw new Error(`The call ${id} failed`);
      }
      return Number.POSITIVE_INFINITY;
    },
  };
}

/** A server of recordings that sends a byte now and then, and one of webhooks that never answers. */
async function startDrips() {
  const server = createServer((request, response) => {
    if (request.method === 'POST') return;
    response.writeHead(200, { 'content-type': 'audio/ogg' });
    const drip = setInterval(() => response.write('\0'), DRIP_MS);
    response.write('O');
    response.once('close', () => clearInterval(drip));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
