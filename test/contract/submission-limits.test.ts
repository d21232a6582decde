// The largest and the most expensive submissions that the service accepts, and what lies just beyond each limit.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { wavHeader } from '../support/audio/audio-fixtures.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { checkedPaths } from '../support/clients/checked-paths.js';
import { refusalOf } from '../support/clients/refusal.js';
import { contractFetch } from '../support/clients/responses.js';
import { countTraces, untilTracesAre } from '../support/clients/upload-traces.js';
import { answerTo } from '../support/matchers/answers.js';

const MAX_BYTES = 524_288_000;

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startTestService({
    PROCESS: 'api',
    RATE_LIMIT_DEFAULT: '100000',
    RATE_LIMIT_SUBMISSION: '100000',
    RATE_LIMIT_AUTH: '100000',
  });
  account = await service.openAccount();
});
afterAll(() => service?.stop());

async function submit(body: FormData | ReadableStream, headers: Readonly<Record<string, string>> = {}) {
  const response = await contractFetch(`${service.baseUrl}/analysis/`, {
    method: 'POST',
    headers: { 'x-api-key': account.liveKey, ...headers },
    body,
    duplex: 'half',
  });
  return answerTo('POST /analysis', { status: response.status, body: JSON.parse(await response.text()) });
}

function form(): FormData {
  const fields = new FormData();
  fields.set('agent_id', 'agent-7');
  fields.set('contact_id', 'cust-42');
  fields.set('audio_file', new Blob([new Uint8Array(recordedCall())]));
  return fields;
}

/** A recording that is made while it is sent, so that it is never whole in memory. */
async function submitOf(sizeBytes: number) {
  const header = wavHeader({ dataBytes: MAX_BYTES - 44, channels: 2, sampleRate: 48_000 });
  const part = (name: string, value: string) =>
    `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--edge\r\nContent-Disposition: form-data; name="audio_file"; filename="call.wav"\r\n\r\n';
  async function* bytes() {
    yield Buffer.from(part('agent_id', 'agent-7') + part('contact_id', 'cust-42') + file);
    yield header;
    const zeros = Buffer.alloc(1_048_576);
    for (let left = sizeBytes - header.length; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
    yield Buffer.from('\r\n--edge--\r\n');
  }
  return submit(ReadableStream.from(bytes()), { 'content-type': 'multipart/form-data; boundary=edge' });
}

describe('the size of a recording', () => {
  it('may be exactly 500 MB [endpoints 13, limits 4, fault 47]', async () => {
    const answer = await submitOf(MAX_BYTES);
    await expect(answer).toAnswer(201);
    expect(answer.body.audio?.size_bytes, 'bytes of the largest recording').toEqual(MAX_BYTES);
  });

  it('may not be one byte more [endpoints 13, limits 4, fault 47]', async () => {
    const answer = await submitOf(MAX_BYTES + 1);
    await expect(answer).toAnswer(400, { detail: 'Audio file exceeds the maximum size of 500 MB' });
  });
});

describe('the text of a form', () => {
  const filled = (bytes: number) => {
    const whole = form();
    whole.delete('audio_file');
    // Names and values of the fields of `form`, and a letter for each name below.
    const fieldBytes = ['agent_id', 'agent-7', 'contact_id', 'cust-42'].join('').length;
    const value = 'x'.repeat(200_000);
    for (const name of 'abcde') whole.set(name, value);
    whole.set('f', 'x'.repeat(bytes - fieldBytes - 5 * 200_001 - 1));
    whole.set('audio_file', new Blob([new Uint8Array(recordedCall())]));
    return whole;
  };

  it('may be exactly 1 MiB, as JSON may', async () => {
    await expect(await submit(filled(1_048_576))).toAnswer(201);
  });

  it('may not be one byte more, and nothing stays of the form', async () => {
    const before = await countTraces(service);
    const answer = await submit(filled(1_048_577), { 'idempotency-key': 'much-text' });
    await expect(answer).toAnswer(400, { detail: 'Request body is too large' });
    await untilTracesAre(service, before, 'what was stored to go');
  });

  it('is another body under a key that has its answer', async () => {
    const key = { 'idempotency-key': 'much-text-later' };
    await expect(await submit(form(), key)).toAnswer(201);
    const answer = await submit(filled(1_048_577), key);
    await expect(answer).toAnswer(422, { detail: [expect.objectContaining({ type: 'idempotency_key_reuse' })] });
  });
});

describe('the minutes of a submission', () => {
  it('go by the plan first, then by the overage limit, each with its sentence [endpoints 17, errors 4 16 17, limits 16, fault 34]', async () => {
    const { rows } = await service.db.query(
      'SELECT coalesce(sum(hundredths), 0)::int AS taken FROM minutes_reservation',
    );
    const limit = (included: number, overage: number) =>
      service.db.query('UPDATE usage_period SET included_hundredths = $1, overage_limit_hundredths = $2', [
        included,
        overage,
      ]);
    await limit(rows[0].taken, 0);
    const used = (rows[0].taken / 100).toFixed(2);
    await expect(await submit(form())).toAnswer(402, {
      detail: `Usage limit exceeded: ${used} of ${used} plan minutes used. Upgrade your plan or wait for the next billing cycle.`,
    });
    await limit(rows[0].taken, 1);
    await expect(await submit(form())).toAnswer(402, {
      detail: 'Overage limit of 0.01 minutes reached. Upgrade your plan or wait for the next billing cycle.',
    });
    await limit(rows[0].taken, 10_000);
    await expect(await submit(form())).toAnswer(201);
  });
});

describe('the minutes of a retry', () => {
  it('are those that the plan has by then, and only a failed analysis takes them', async () => {
    const { body } = await submit(form());
    const retry = () =>
      refusalOf(checkedPaths(service.baseUrl, account.liveKey).post('/analysis/{id}/retry', { path: { id: body.id } }));
    await expect(await retry()).toAnswer(400, { detail: 'Only a failed analysis can be retried' });
    // As a worker leaves a call that it gave up.
    await service.db.query(
      "UPDATE analysis SET status = 'failed', error_message = 'No', settled_at = now() WHERE id = $1",
      [body.id],
    );
    await service.db.query('DELETE FROM minutes_reservation WHERE analysis_id = $1', [body.id]);
    await service.db.query('UPDATE usage_period SET included_hundredths = 0, overage_limit_hundredths = 0');
    await expect(await retry()).toAnswer(402, { detail: expect.stringMatching(/^Usage limit exceeded: /) });
    await service.db.query('UPDATE usage_period SET included_hundredths = 1000000');
  });
});

describe('storage that fails', () => {
  it('is answered as a failed upload, and nothing is accepted [errors 18, fault 26]', async () => {
    const count = async () => (await service.db.query('SELECT count(*)::int AS n FROM analysis')).rows[0].n;
    const before = await count();
    const directory = join(service.dataDir, 'objects');
    await rm(directory, { recursive: true, force: true });
    await writeFile(directory, 'no directory');
    await expect(await submit(form())).toAnswer(500, { detail: 'Audio upload failed' });
    expect(await count(), 'rows that are stored').toBe(before);
  });
});
