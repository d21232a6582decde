// docs/intake/asterisk.md: its dialplans are played by a stand-in for Asterisk, its scripts run as they are printed.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestService } from '../support/apps/running-service.js';
import { AGENT_HZ, CUSTOMER_HZ, heardIn } from '../support/audio/two-parties.js';
import { freePort } from '../support/processes/free-port.js';
import { type InstalledPage, installPage } from '../support/processes/page-scripts.js';
import { until } from '../support/processes/until.js';
import { type AcceptingService, answer, startAcceptingService } from '../support/stubs/accepting-service.js';
import { type DialledCall, dialplansOf, playCall } from '../support/stubs/stand-in-asterisk.js';

const PAGE = 'docs/intake/asterisk.md';
const CALL: DialledCall = {
  uniqueId: '1700000000.1',
  exten: '101',
  callerNumber: '+4930123456',
  channelOf: 'customer',
  seconds: 1,
  epoch: 1_700_000_000,
};

let service: AcceptingService;
let installed: InstalledPage;
beforeEach(async () => {
  service = await startAcceptingService();
  installed = await installPage(PAGE, service.url, 'sk_test_secret');
});
afterEach(async () => {
  await service.close();
  await installed.remove();
});

const [INBOUND = '', OUTBOUND = ''] = dialplansOf(await readFile(PAGE, 'utf8'));

describe('the page about Asterisk', () => {
  it('gives each party its role, in each direction, whatever the length of the call', async () => {
    const lengths = [0.5, 1, 2.3, 4.01, 7];
    for (const [number, seconds] of lengths.entries()) {
      await playCall(INBOUND, { ...CALL, uniqueId: `in.${number}`, seconds }, installed);
      const outbound = { ...CALL, uniqueId: `out.${number}`, exten: '+4930123456', callerNumber: '101', seconds };
      await playCall(OUTBOUND, { ...outbound, channelOf: 'agent' }, installed);
    }
    await installed.runByCron();
    expect(service.calls, 'calls').toHaveLength(2 * lengths.length);
    for (const { fields, bytes } of service.calls) {
      const channels = heardIn(bytes);
      const [direction, number = ''] = (fields.external_id ?? '').split('.');
      expect(fields).toEqual({
        external_id: fields.external_id,
        agent_id: '101',
        contact_id: '+4930123456',
        direction: `${direction}bound`,
        agent_channel: direction === 'in' ? '1' : '0',
        call_started_at: '2023-11-14T22:13:20Z',
      });
      const agent = Number(fields.agent_channel);
      expect([channels[agent]?.hertz, channels[1 - agent]?.hertz], fields.external_id).toEqual([AGENT_HZ, CUSTOMER_HZ]);
      expect(channels[agent]?.seconds).toBeCloseTo(lengths[Number(number)] ?? 0, 1);
    }
    expect((await readdir(installed.recordings)).filter((name) => /-[rt]x\.wav$/.test(name))).toEqual([]);
  });

  it('keeps calls while the service is away or takes none, and sends each once', async () => {
    await installed.pointTo(`http://127.0.0.1:${await freePort()}`);
    for (const number of [1, 2, 3]) await playCall(INBOUND, { ...CALL, uniqueId: `away.${number}` }, installed);
    expect(await installed.runByCron()).toContain('away.1 and those after it wait: the service answered 000');
    await installed.pointTo(service.url);
    service.script(answer(402, 'The minutes of your plan are used up'));
    expect(await installed.runByCron()).toContain('the service answered 402');
    expect((await installed.queued('new')).toSorted()).toEqual(['away.1', 'away.2', 'away.3']);
    expect(await installed.runByCron()).toBe('');
    expect(service.calls.map(({ fields }) => fields.external_id)).toEqual(['away.1', 'away.2', 'away.3']);
  });

  it('makes one call of a recording whose sender was killed before it had the answer', async () => {
    await installed.pointTo(`http://127.0.0.1:${await freePort()}`);
    await playCall(INBOUND, CALL, installed);
    await installed.runByCron();
    await installed.pointTo(service.url);
    service.script(() => undefined);
    const sender = installed.startByCron();
    await until(async () => service.requests.length === 1, 'the request');
    const lines = await Promise.all(
      (await readdir('/proc'))
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    );
    expect(lines.filter((line) => line.startsWith('curl\0')).length, 'the list of processes').toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(installed.key))).toEqual([]);
    await sender.kill();
    await installed.runByCron();
    await installed.runByCron();
    expect(service.requests.map(({ externalId }) => externalId)).toEqual([CALL.uniqueId, CALL.uniqueId]);
    expect(service.calls, 'calls').toHaveLength(1);
    expect(await installed.queued('new')).toEqual([]);
  });

  it('puts a refused call aside with the reason, and goes on', async () => {
    await installed.pointTo(`http://127.0.0.1:${await freePort()}`);
    for (const number of [1, 2]) await playCall(INBOUND, { ...CALL, uniqueId: `r.${number}` }, installed);
    await installed.runByCron();
    await installed.pointTo(service.url);
    service.script(answer(422, [{ loc: ['body', 'agent_id'], msg: 'Field required' }]));
    expect(await installed.runByCron()).toMatch(/r\.1 was refused: .*Field required/);
    const [refused = ''] = await installed.queued('refused');
    expect(refused).toMatch(/^r\.1\.\d+$/);
    const why = await readFile(join(installed.folder, 'spool/refused', refused, 'answer'), 'utf8');
    expect(why).toContain('Field required');
    expect(service.calls.map(({ fields }) => fields.external_id)).toEqual(['r.2']);
  });

  it('runs nothing that a caller calls himself, and keeps quotes in names', async () => {
    const hostile = '"$(touch pwned)`touch pwned`;touch pwned\'';
    await playCall(INBOUND, { ...CALL, uniqueId: 'h.1', callerNumber: hostile }, installed);
    await playCall(INBOUND, { ...CALL, uniqueId: 'h.2', callerNumber: '' }, installed);
    await installed.run(
      `cp ${JSON.stringify(join(installed.recordings, 'h.1.wav'))} recordings/q-rx.wav; cp recordings/q-rx.wav recordings/q-tx.wav;
       /usr/local/bin/submit-call.sh q inbound tx 1700000000 'O'"'"'Hara "x" \\ $(touch pwned)' 'a; b'`,
    );
    await installed.runByCron();
    expect(service.calls.map(({ fields }) => [fields.agent_id, fields.contact_id]).toSorted()).toEqual(
      [
        ['101', 'anonymous'],
        ['101', 'anonymous'],
        ['O\'Hara "x" \\ $(touch pwned)', 'a; b'],
      ].toSorted(),
    );
    expect(existsSync(join(installed.folder, 'pwned')), 'the command was run').toBe(false);
  });

  it('queues nothing where no one answered', async () => {
    await playCall(INBOUND, { ...CALL, seconds: 0 }, installed);
    await installed.runByCron();
    expect([service.requests.length, await installed.queued('new')]).toEqual([0, []]);
  });

  it('makes a call of the real service, known by its unique id', async () => {
    const real = await startTestService({ PROCESS: 'api' });
    try {
      const { liveKey } = await real.openAccount();
      const page = await installPage(PAGE, real.rootUrl, liveKey);
      await playCall(INBOUND, CALL, page);
      await page.remove();
      const { rows } = await real.db.query('SELECT external_id, agent_id, direction, agent_channel FROM analysis');
      expect(rows).toEqual([{ external_id: CALL.uniqueId, agent_id: '101', direction: 'inbound', agent_channel: 1 }]);
    } finally {
      await real.stop();
    }
  });
});
