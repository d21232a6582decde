// Calls of 30 s for the pipeline's benches: a receiver of their webhooks, the service around a stub of the provider, and a
// sender.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { resolveFfmpeg } from '../../dist/src/adapters/ffmpeg/resolve-ffmpeg.js';
import { startReference } from '../measure/server-process.mjs';

/**
 * @returns {Promise<{hook: string, deliveryOf: (id: string) => Promise<number>, close: () => void}>} `deliveryOf` resolves with
 * the time at which the webhook came
 */
export async function startReceiver() {
  /** By call: when its webhook came, or who waits for it. On a busy machine it may come before the sender has read the answer. */
  const arrivals = new Map();
  const receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      response.end();
      const { id } = JSON.parse(body).data;
      const done = arrivals.get(id);
      if (typeof done === 'function') done(performance.now());
      else arrivals.set(id, performance.now());
    });
  });
  await new Promise((done) => receiver.listen(0, '127.0.0.1', done));
  return {
    hook: `http://127.0.0.1:${receiver.address().port}/hook`,
    deliveryOf: async (id) => arrivals.get(id) ?? new Promise((done) => arrivals.set(id, done)),
    close: () => receiver.close(),
  };
}

export function startProvider() {
  return startReference(join(import.meta.dirname, 'provider.mjs'));
}

/** The settings of a service that transcribes and judges with this provider. */
export function settingsFor(stores, provider) {
  return {
    DATA_DIR: join(stores.dataDir, 'service'),
    OUTBOUND_ALLOW_PRIVATE: 'true',
    OPENAI_BASE_URL: `${provider.base}/v1`,
    TRANSCRIPTION_ENGINE: 'compatible',
    ANALYSIS_ENGINE: 'openai',
  };
}

/** @returns times on this process's monotonic clock, in ms; `delivered` resolves with the time at which the webhook came */
export async function submitCall({ api, key, receiver }, audio) {
  const form = new FormData();
  form.set('agent_id', 'agent-7');
  form.set('contact_id', 'contact-42');
  form.set('webhook_url', receiver.hook);
  form.set('audio_file', audio, 'call.wav');
  const sentAt = performance.now();
  const answer = await fetch(`${api.base}/api/v1/analysis/`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  });
  if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
  const { id } = await answer.json();
  const acceptedAt = performance.now();
  return { id, sentAt, acceptedAt, delivered: receiver.deliveryOf(id) };
}

/**
 * The good sample call, repeated to this length, as a telephone system records it: 8 kHz, two channels, and a header that tells
 * the length. One that is written to a pipe does not, and gets an MP3 for playing beside it.
 */
export async function recordingOf(seconds) {
  const { program } = await resolveFfmpeg(process.env.FFMPEG_PATH ?? null);
  const folder = await mkdtemp(join(tmpdir(), 'bench-recording-'));
  try {
    const path = join(folder, 'call.wav');
    const input = ['-v', 'error', '-stream_loop', '-1', '-i', resolve('samples/good-call.ogg')];
    execFileSync(program, [...input, '-t', String(seconds), '-ar', '8000', path]);
    return new Blob([await readFile(path)], { type: 'audio/wav' });
  } finally {
    await rm(folder, { recursive: true });
  }
}
