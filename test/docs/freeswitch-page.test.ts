// docs/intake/freeswitch.md: its extensions are played by a stand-in for FreeSWITCH, its scripts run as they are printed.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AGENT_HZ, CUSTOMER_HZ, heardIn } from '../support/audio/two-parties.js';
import { freePort } from '../support/processes/free-port.js';
import { type InstalledPage, installPage } from '../support/processes/page-scripts.js';
import { type AcceptingService, startAcceptingService } from '../support/stubs/accepting-service.js';
import { type BridgedCall, extensionsOf, playBridge } from '../support/stubs/stand-in-freeswitch.js';

const PAGE = 'docs/intake/freeswitch.md';
const CALL: BridgedCall = {
  uuid: 'b7f4a1f0-0000-4000-8000-000000000001',
  destination: '1001',
  callerNumber: '+4930123456',
  caller: 'customer',
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

const page = await readFile(PAGE, 'utf8');
const [INBOUND = '', OUTBOUND = ''] = extensionsOf(page);
const scriptOf = (text: string, name: string) => text.split(`\`/usr/local/bin/${name}\``)[1]?.split('```')[1];

describe('the page about FreeSWITCH', () => {
  it('gives each party its role, in each direction', async () => {
    for (const seconds of [1, 2, 3.5]) {
      await playBridge(INBOUND, { ...CALL, uuid: `in-${seconds}`, seconds }, installed);
      const outbound = { ...CALL, uuid: `out-${seconds}`, destination: '+4930123456', callerNumber: '1001', seconds };
      await playBridge(OUTBOUND, { ...outbound, caller: 'agent' }, installed);
    }
    await installed.runByCron();
    expect(service.calls, 'calls').toHaveLength(6);
    for (const { fields, bytes } of service.calls) {
      const [direction] = (fields.external_id ?? '').split('-');
      expect(fields).toEqual({
        external_id: fields.external_id,
        agent_id: '1001',
        contact_id: '+4930123456',
        direction: `${direction}bound`,
        agent_channel: direction === 'in' ? '1' : '0',
        call_started_at: '2023-11-14T22:13:20Z',
      });
      const agent = Number(fields.agent_channel);
      const heard = heardIn(bytes).map(({ hertz }) => hertz);
      expect([heard[agent], heard[1 - agent]], fields.external_id).toEqual([AGENT_HZ, CUSTOMER_HZ]);
    }
    expect(await readdir(installed.recordings)).toEqual([]);
  });

  it('keeps calls while the service is away', async () => {
    await installed.pointTo(`http://127.0.0.1:${await freePort()}`);
    await playBridge(INBOUND, CALL, installed);
    expect(await installed.runByCron()).toContain('the service answered 000');
    await installed.pointTo(service.url);
    await installed.runByCron();
    expect(service.calls.map(({ fields }) => fields.external_id)).toEqual([CALL.uuid]);
  });

  it('runs nothing that a caller calls himself, and queues nothing where no one answered', async () => {
    const hostile = "1'; touch pwned; $(touch pwned) '";
    await playBridge(INBOUND, { ...CALL, callerNumber: hostile }, installed);
    await playBridge(INBOUND, { ...CALL, uuid: 'unanswered', seconds: 0 }, installed);
    expect(await playBridge(OUTBOUND, { ...CALL, callerNumber: hostile }, installed), 'a call of no agent').toBe(false);
    await installed.runByCron();
    expect(service.calls.map(({ fields }) => fields.contact_id)).toEqual(['anonymous']);
    expect(existsSync(join(installed.folder, 'pwned')), 'the command was run').toBe(false);
  });

  it('prints the same sender as the page about Asterisk', async () => {
    const other = await readFile('docs/intake/asterisk.md', 'utf8');
    expect(scriptOf(page, 'send-calls.sh')).toBe(scriptOf(other, 'send-calls.sh'));
    expect(scriptOf(page, 'send-calls.sh')).toContain('curl');
  });
});
