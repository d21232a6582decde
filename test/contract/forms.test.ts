// Forms as the clients of the world write them: RFC 7578 asks for no file name, and many clients send none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { field, file, PARTIES, postForm, rawForm, SMALL_RECORDING } from '../support/clients/raw-upload.js';

let service: TestService;
let account: Account;
beforeAll(async () => {
  // No worker runs, so that accepted calls keep their state.
  service = await startTestService({
    PROCESS: 'api',
    FREE_INCLUDED_MINUTES: '100000',
    RATE_LIMIT_SUBMISSION: '100000',
    RATE_LIMIT_DEFAULT: '100000',
  });
  account = await service.openAccount();
});
afterAll(() => service?.stop());

type Parts = Parameters<typeof rawForm>[0];

/** A part with these lines behind the name. */
const part = (name: string, content: string | Buffer, headers = '') =>
  [`Content-Disposition: form-data; name="${name}"${headers}`, content] as const;

const send = (parts: Parts, contentType?: string) => postForm(service, account, rawForm(parts), contentType);

async function storedSize(id: string): Promise<number> {
  const { rows } = await service.db.query('SELECT size_bytes::int AS size FROM analysis WHERE id = $1', [id]);
  return rows[0]?.size;
}

describe('the recording of a form is told by its field', () => {
  it.each<[string, string]>([
    ['without a file name, with a type', '\r\nContent-Type: audio/wav'],
    ['without a file name and a type', ''],
    ['as text', '\r\nContent-Type: text/plain; charset=utf-8'],
    ['as JSON', '\r\nContent-Type: application/json'],
    ['with an empty file name', '; filename=""\r\nContent-Type: audio/x-wav'],
    ['with an encoded file name alone', "; filename*=UTF-8''%E9%9F%B3.wav\r\nContent-Type: audio/wav"],
    ['with a file name twice', `; filename="?.wav"; filename*=UTF-8''%E9%9F%B3.wav`],
    ['with a file name without quotes', '; filename=call.wav'],
    ['with a type that is none', '\r\nContent-Type: wav'],
    ['with an encoding that changes nothing', '; filename="a"\r\nContent-Transfer-Encoding: Binary'],
    ['with its headers in capitals', '\r\nCONTENT-TYPE: AUDIO/WAV\r\nCONTENT-LENGTH: 16044'],
  ])('%s', async (_, headers) => {
    const answer = await send([...PARTIES, part('audio_file', SMALL_RECORDING, headers)]);
    await expect(answer).toAnswer(201);
    expect(await storedSize(answer.body.id), 'bytes that were stored').toBe(SMALL_RECORDING.length);
  });

  it('with its fields behind it', async () => {
    await expect(await send([part('audio_file', SMALL_RECORDING), ...PARTIES])).toAnswer(201);
  });

  it('once: a second one is refused, with a file name or without', async () => {
    const answer = await send([...PARTIES, file('a.wav'), part('audio_file', SMALL_RECORDING)]);
    await expect(answer).toAnswer(422);
    expect(answer.text).toContain('one recording at a time');
  });

  it('not encoded for mail', async () => {
    const encoded = SMALL_RECORDING.toString('base64');
    const answer = await send([
      ...PARTIES,
      part('audio_file', encoded, '; filename="a.wav"\r\nContent-Transfer-Encoding: base64'),
    ]);
    await expect(answer).toAnswer(422, {
      detail: [{ type: 'value_error', loc: ['body', 'audio_file'], msg: expect.stringContaining('as they are') }],
    });
  });

  it('under one Idempotency-Key, with a file name and without', async () => {
    const ids = new Set<string>();
    for (const name of ['', '; filename="a.wav"', '\r\nContent-Type: audio/wav']) {
      const response = await fetch(`${service.baseUrl}/analysis`, {
        method: 'POST',
        headers: {
          'x-api-key': account.liveKey,
          'content-type': 'multipart/form-data; boundary=cut',
          'idempotency-key': 'forms-of-one-recording',
        },
        body: new Uint8Array(rawForm([...PARTIES, part('audio_file', SMALL_RECORDING, name)])),
      });
      await expect(response).toAnswer(201);
      ids.add(JSON.parse(await response.text()).id);
    }
    expect(ids.size, 'analyses').toBe(1);
  });
});

describe('a text of a form may come as a part of any kind', () => {
  const BLOB = '; filename="blob"\r\nContent-Type: application/json';

  it.each<[string, string]>([
    ['a JSON blob', BLOB],
    ['a JSON part without a file name', '\r\nContent-Type: application/json; charset=utf-8'],
    ['a part of bytes', '\r\nContent-Type: application/octet-stream'],
    ['a file with text', '; filename="metadata.json"\r\nContent-Type: text/plain'],
  ])('%s as metadata', async (_, headers) => {
    const answer = await send([...PARTIES, file('a.wav'), part('metadata', '\uFEFF{"campaign":"spring"}\n', headers)]);
    await expect(answer).toAnswer(201);
    expect(answer.body.metadata).toMatchObject({ campaign: 'spring' });
  });

  it('the identifiers, the language and the channel, from files with a line break at the end', async () => {
    const values = { agent_id: 'agent-é\n', contact_id: 'c\r\n', language: 'en\r\n', agent_channel: '1\n' };
    const parts = Object.entries(values).map(([name, value]) => part(name, value, '; filename="a.txt"'));
    const answer = await send([...parts, part('direction', 'inbound\n', BLOB), file('a.wav')]);
    await expect(answer).toAnswer(201);
    expect(answer.body).toMatchObject({ call: { agent_id: 'agent-é', contact_id: 'c', direction: 'inbound' } });
  });

  it('in the charset that it names', async () => {
    const latin = part(
      'agent_id',
      Buffer.from('\xe9\xe8', 'latin1'),
      '\r\nContent-Type: text/plain; charset="ISO-8859-1"',
    );
    const answer = await send([latin, field('contact_id', 'c'), file('a.wav')]);
    await expect(answer).toAnswer(201);
    expect(answer.body.call.agent_id, 'the name').toBe('éè');
  });

  it.each<[string, Parts]>([
    ['as a JSON array', [part('webhook_events', '["analysis.completed","analysis.failed"]')]],
    ['as a JSON array in a blob', [part('webhook_events', ' [ "analysis.completed", "analysis.failed" ]', BLOB)]],
    [
      'as two JSON arrays',
      [part('webhook_events', '["analysis.completed"]'), part('webhook_events', '["analysis.failed"]')],
    ],
    [
      'with brackets behind the name',
      [part('webhook_events[]', 'analysis.completed'), part('webhook_events[]', 'analysis.failed')],
    ],
    [
      'with numbers behind the name',
      [part('webhook_events[0]', 'analysis.completed'), part('webhook_events[1]', 'analysis.failed')],
    ],
    ['repeated', [part('webhook_events', 'analysis.completed'), part('webhook_events', 'analysis.failed')]],
    ['with commas', [part('webhook_events', 'analysis.completed, analysis.failed')]],
  ])('a list %s', async (_, parts) => {
    const answer = await send([...PARTIES, ...parts, file('a.wav')]);
    await expect(answer).toAnswer(201);
    expect(answer.body.metadata.webhook_events, 'the events').toEqual(['analysis.completed', 'analysis.failed']);
  });

  it('an empty list of scorecards takes none', async () => {
    const answer = await send([...PARTIES, part('scorecards', '[]', BLOB), file('a.wav')]);
    await expect(answer).toAnswer(201);
    const { rows } = await service.db.query('SELECT scorecards FROM analysis WHERE id = $1', [answer.body.id]);
    expect(rows, 'the scorecards that were asked for').toEqual([{ scorecards: [] }]);
  });

  it.each<[string, string, string]>([
    ['webhook_events', '["analysis.completed", 3]', 'webhook_events'],
    ['webhook_events', '["analysis.completed"', 'webhook_events'],
    ['scorecards', '{"0":"a"}', 'scorecards'],
    ['webhook_events', '['.repeat(200_000), 'webhook_events'],
  ])('%s = %s is refused at its place', async (name, value, place) => {
    const answer = await send([...PARTIES, part(name, value, BLOB), file('a.wav')]);
    await expect(answer).toAnswer(422);
    expect(answer.body.detail[0].loc.slice(0, 2), 'the place').toEqual(['body', place]);
  });

  it('up to its bound', async () => {
    const answer = await send([...PARTIES, part('metadata', 'x'.repeat(300_000), BLOB), file('a.wav')]);
    await expect(answer).toAnswer(422, {
      detail: [{ type: 'string_too_long', loc: ['body', 'metadata'], msg: 'The field is too long' }],
    });
  });

  it('but a file of an unknown name is none', async () => {
    const answer = await send([...PARTIES, part('notes', 'x', '; filename="a"'), file('a.wav')]);
    await expect(answer).toAnswer(422);
    expect(answer.text).toContain('no file is expected here');
  });
});

describe('the form around its parts', () => {
  const whole = rawForm([...PARTIES, part('audio_file', SMALL_RECORDING)]);

  it.each<[string, Buffer, string]>([
    ['with its boundary in quotes', whole, 'multipart/form-data; boundary="cut"'],
    ['with its type in capitals', whole, 'Multipart/Form-Data; Boundary=cut'],
    ['with a charset', whole, 'multipart/form-data; charset=utf-8; boundary=cut'],
    [
      'with text before it',
      Buffer.concat([Buffer.from('This is a form.\r\n'), whole]),
      'multipart/form-data; boundary=cut',
    ],
    ['with a line break before it', Buffer.concat([Buffer.from('\r\n'), whole]), 'multipart/form-data; boundary=cut'],
    ['with text behind it', Buffer.concat([whole, Buffer.from('The end.\r\n')]), 'multipart/form-data; boundary=cut'],
    ['without its last line break', whole.subarray(0, -2), 'multipart/form-data; boundary=cut'],
  ])('%s', async (_, bytes, type) => {
    await expect(await postForm(service, account, bytes, type)).toAnswer(201);
  });
});
