// `call-analysis watch` as people run it, against a service that takes recordings as the real one does.
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/processes/free-port.js';
import { until } from '../../support/processes/until.js';
import { startWatch, watchOnce } from '../../support/processes/watch-process.js';
import { type AcceptingService, answer, startAcceptingService } from '../../support/stubs/accepting-service.js';

let folder: string;
let service: AcceptingService;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watched-'));
  service = await startAcceptingService();
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const PATTERN = ['--naming', '{agent_id}_{contact_id}.wav'];
const PARTIES = ['--agent-id', 'a', '--contact-id', 'c'];
/** Written a minute ago, so that it has settled. */
async function put(path: string, content = path): Promise<void> {
  const file = join(folder, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, content);
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await utimes(file, aMinuteAgo, aMinuteAgo);
}
const taken = () => service.calls.map(({ fileName }) => fileName).toSorted();

describe('call-analysis watch --once', () => {
  it('submits each recording once, with what its name says', async () => {
    await put('ada_42.wav', 'sound');
    await put('notes.txt');
    await put('.hidden_1.wav');
    const { code, output } = await watchOnce(folder, [...PATTERN, '--metadata', '{"team":"north"}'], service);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/taken {6}ada_42\.wav -> call-1\n/) });
    expect(service.calls, 'calls').toHaveLength(1);
    expect(service.calls[0]).toMatchObject({
      fields: { agent_id: 'ada', contact_id: '42', metadata: '{"team":"north"}' },
      fileName: 'ada_42.wav',
      authorization: 'Bearer sk_test_key',
      key: expect.stringMatching(/^watch-[0-9a-f]{64}$/),
    });
    // The beginning of the SHA-256 of what is in it.
    expect(service.calls[0]?.fields.external_id).toBe('ada_42.wav#dd29442deca69f52c50006b831cb216e');
    expect((await watchOnce(folder, PATTERN, service)).code).toBe(0);
    expect(service.requests, 'requests').toHaveLength(1);
  });

  it('makes no second call of a recording that is touched, copied or moved, or whose journal is lost', async () => {
    await put('day/ada_42.wav');
    await watchOnce(folder, PATTERN, service);
    await utimes(join(folder, 'day/ada_42.wav'), 1_000, 1_000);
    await watchOnce(folder, PATTERN, service);
    expect(service.requests, 'after it was touched').toHaveLength(1);
    await mkdir(join(folder, 'archive'));
    await rename(join(folder, 'day/ada_42.wav'), join(folder, 'archive/ada_42.wav'));
    const moved = await watchOnce(folder, PATTERN, service);
    expect(moved.output).toMatch(/existing {3}archive\/ada_42\.wav -> call-1\n/);
    await rm(join(folder, '.call-analysis'), { recursive: true });
    const forgotten = await watchOnce(folder, PATTERN, service);
    expect({ code: forgotten.code, calls: service.calls.length }).toEqual({ code: 0, calls: 1 });
  });

  it('takes another recording under a name that was used', async () => {
    await put('ada_42.wav', 'first');
    await watchOnce(folder, PATTERN, service);
    await put('ada_42.wav', 'second');
    await watchOnce(folder, PATTERN, service);
    expect(service.calls.map(({ bytes }) => String(bytes))).toEqual(['first', 'second']);
  });

  it('tells what was refused and why, once, and sends it again with other settings or when asked', async () => {
    await put('nobody.wav');
    await put('ada_42.wav');
    const items = [{ type: 'value_error', loc: ['body', 'audio_file'], msg: 'Not audio' }];
    service.script(answer(422, items));
    const first = await watchOnce(folder, PATTERN, service);
    expect(first.code).toBe(1);
    expect(first.output).toMatch(/refused {4}nobody\.wav: Nothing gives agent_id and contact_id/);
    expect(first.output).toMatch(/refused {4}ada_42\.wav: The request is not valid: audio_file: Not audio\.\n/);
    const second = await watchOnce(folder, PATTERN, service);
    expect({ code: second.code, sent: service.requests.length }).toEqual({ code: 0, sent: 1 });
    await watchOnce(folder, [...PATTERN, '--retry-refused'], service);
    expect(taken()).toEqual(['ada_42.wav']);
    await watchOnce(folder, [...PATTERN, ...PARTIES], service);
    expect(taken()).toEqual(['ada_42.wav', 'nobody.wav']);
  });

  it.each([
    ['the service is away', answer(503, 'Not now', { 'retry-after': '0' }), 3],
    ['the minutes are used up', answer(402, 'The minutes of your plan are used up'), 1],
  ])('leaves the rest for the next run where %s', async (_, scripted, attempts) => {
    await put('ada_42.wav');
    service.script(scripted, scripted, scripted);
    const { code, output } = await watchOnce(folder, [...PATTERN, '--parallel', '1'], service);
    expect({ code, output, attempts: service.requests.length }).toEqual({
      code: 3,
      output: expect.stringMatching(/left {7}.*The next run goes on\.\n/),
      attempts,
    });
  });

  it.each([
    [401, 'Is CALL_ANALYSIS_API_KEY a key of this service?'],
    [404, 'Is CALL_ANALYSIS_URL the address of the service, without /api/v1?'],
  ])('ends at %s, and marks nothing as refused', async (status, advice) => {
    await put('ada_42.wav');
    service.script(answer(status, 'No'));
    const { code, output } = await watchOnce(folder, [...PATTERN, '--parallel', '1'], service);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(advice) });
    await watchOnce(folder, PATTERN, service);
    expect(taken()).toEqual(['ada_42.wav']);
  });

  it('takes a call that was deleted as taken', async () => {
    await put('ada_42.wav');
    const detail =
      'The first request with this Idempotency-Key was carried out. What it answered with was deleted or is no longer kept.';
    service.script(answer(404, detail));
    expect(await watchOnce(folder, PATTERN, service)).toMatchObject({ code: 0 });
    await watchOnce(folder, PATTERN, service);
    expect(service.requests, 'requests').toHaveLength(1);
  });

  it('moves calls where --move-to says, overwrites nothing, and makes up for a move that a kill prevented', async () => {
    const to = join(folder, 'done');
    await put('ada_42.wav', 'first');
    await watchOnce(folder, PATTERN, service);
    await watchOnce(folder, [...PATTERN, '--move-to', to], service);
    await put('ada_42.wav', 'second');
    await put('nobody.wav');
    await watchOnce(folder, [...PATTERN, '--move-to', to], service);
    expect((await readdir(to)).toSorted()).toEqual(['ada_42.wav', 'ada_42~2.wav']);
    expect(await readFile(join(to, 'ada_42~2.wav'), 'utf8')).toBe('second');
    expect((await readdir(folder)).toSorted()).toEqual(['.call-analysis', 'done', 'nobody.wav']);
  });

  it('reads the file beside a recording, waits for it, and moves it along', async () => {
    const naming = [
      '--naming',
      '{"sidecar":".json","map":{"agent_id":"$.agent","contact_id":"$.contact","external_id":"$.id"}}',
    ];
    await put('one.wav');
    const early = await watchOnce(folder, naming, service);
    expect(early).toEqual({ code: 0, output: expect.stringMatching(/waiting {4}one\.wav: for one\.json\n/) });
    await put('one.json', '{"agent":"ada","contact":"42","id":"pbx-1"}');
    await put('two.wav');
    await put('two.wav.json', '{');
    const late = await watchOnce(folder, [...naming, '--move-to', join(folder, 'done')], service);
    expect(late.output).toMatch(/refused {4}two\.wav: two\.wav\.json is no JSON\n/);
    expect(service.calls[0]?.fields).toEqual({ agent_id: 'ada', contact_id: '42', external_id: 'pbx-1' });
    expect((await readdir(join(folder, 'done'))).toSorted()).toEqual(['one.json', 'one.wav']);
  });

  it('lets recordings that wait hold up no other', async () => {
    const naming = ['--naming', '{"sidecar":".json","map":{"agent_id":"$.agent","contact_id":"$.contact"}}'];
    for (let number = 0; number < 600; number += 1) await put(`waits-${number}.wav`);
    await put('last.wav');
    await put('last.json', '{"agent":"ada","contact":"42"}');
    await utimes(join(folder, 'last.wav'), new Date(), new Date());
    const { code, output } = await watchOnce(folder, naming, service);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/done {7}1 taken, .* 600 waiting\n$/) });
    expect(taken()).toEqual(['last.wav']);
  });

  it('takes odd names, and neither follows links nor forges lines', async () => {
    const odd = ['a b\'"$(x);.wav', 'line\nfeed.wav', '-rf.wav', 'ünï.WAV', `${'deep/'.repeat(200)}x.wav`];
    for (const name of odd) await put(name);
    await symlink('/etc', join(folder, 'out'));
    await symlink(join(folder, '-rf.wav'), join(folder, 'link.wav'));
    await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.wav')]), 'x');
    await put('empty.wav', '');
    const { code, output } = await watchOnce(folder, PARTIES, service);
    expect(code).toBe(1);
    expect(service.calls, 'calls').toHaveLength(odd.length);
    expect(output).toMatch(/unreadable \ufffd\ufffd\.wav: The name is not UTF-8\n/);
    expect(output).toMatch(/skipped {4}2 symbolic links/);
    expect(output).toMatch(/refused {4}empty\.wav: The file is empty\n/);
    expect(output).toContain('line\\u000afeed.wav');
  });

  it.each([
    [['--naming', '{agent_id}{contact_id}'], '--naming: '],
    [['--metadata', '[]'], '--metadata must be an object in JSON'],
    [['--settle', 'x'], '--settle must be a whole number from 0 to 86400'],
    [['--naming', '{"object_metadata":{"agent_id":"x"}}'], 'object_metadata is for sources'],
  ])('ends with 2 for %j', async (options, sentence) => {
    const { code, output } = await watchOnce(folder, options, service);
    expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining(sentence) });
  });
});

describe('call-analysis watch', () => {
  it('takes a recording that comes, once it has stopped growing, and ends by SIGTERM with 0', async () => {
    const watch = startWatch(folder, [...PATTERN, '--settle', '1'], service);
    await watch.says('watching');
    const file = join(folder, 'ada_42.wav');
    for (let part = 0; part < 15; part += 1) {
      await writeFile(file, 'part ', { flag: 'a' });
      await new Promise((done) => setTimeout(done, 200));
    }
    await watch.says('taken ');
    expect(service.calls.map(({ bytes }) => bytes.length)).toEqual([75]);
    expect(await watch.stop()).toBe(0);
  });

  it('waits while the service is away, and for as long as it asks', async () => {
    const port = await freePort();
    await put('ada_42.wav');
    const watch = startWatch(folder, [...PATTERN, '--settle', '0'], { url: `http://127.0.0.1:${port}` });
    await watch.says('waiting');
    const back = await startAcceptingService(port);
    try {
      back.script(answer(429, 'Too many requests', { 'retry-after': '2' }));
      await watch.says('taken ');
      expect(await watch.stop()).toBe(0);
      const [first, second] = back.requests;
      expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(1_950);
      expect(back.calls, 'calls').toHaveLength(1);
    } finally {
      await back.close();
    }
  });

  it('is alone in its folder, also after a kill', async () => {
    const first = startWatch(folder, PARTIES, service);
    await first.says('watching');
    const second = await watchOnce(folder, PARTIES, service);
    expect(second).toEqual({
      code: 1,
      output: expect.stringMatching(/Another process \(\d+\) watches this folder already/),
    });
    await first.kill();
    await put('x.wav');
    expect((await watchOnce(folder, PARTIES, service)).code).toBe(0);
    expect(taken()).toEqual(['x.wav']);
  });

  it('ends where another process took the folder over', async () => {
    const watch = startWatch(folder, [...PARTIES, '--settle', '0'], service);
    await watch.says('watching');
    await rm(join(folder, '.call-analysis/lock'));
    await put('x.wav');
    expect(await watch.ended()).toBe(1);
    expect(watch.output()).toContain('Another process has taken the folder over');
    await until(async () => service.calls.length === 0, 'no call');
  });
});
