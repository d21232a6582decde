import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nameLookup } from '../../../src/platform/outbound/name-lookup.js';
import { SystemNames } from '../../../src/platform/outbound/system-names.js';
import { eventually } from '../../support/eventually.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';

let server: NameServer;
let folder: string;
beforeEach(async () => {
  server = await startNameServer();
  folder = await mkdtemp(join(tmpdir(), 'names-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
  await rm(folder, { recursive: true });
});

const files = () => ({ hosts: join(folder, 'hosts'), resolvConf: join(folder, 'resolv.conf') });
function lookUp(hostname: string, { useSearchDomains = false, signal = new AbortController().signal } = {}) {
  const system = new SystemNames(files());
  return nameLookup({ useSearchDomains, nameServers: [server.address], system })(hostname, signal);
}

describe('looking a name up', () => {
  it('asks for both kinds of address, and returns them with the shortest time that they may be kept', async () => {
    server.names.set('hooks.example.com', { addresses: ['93.184.216.34', '2606:2800:220:1::1'], ttlSeconds: 17 });
    expect(await lookUp('Hooks.Example.com')).toEqual({
      addresses: [
        { address: '93.184.216.34', family: 4 },
        { address: '2606:2800:220:1::1', family: 6 },
      ],
      ttlMs: 17_000,
    });
    expect([...server.questions].sort()).toEqual(['hooks.example.com A', 'hooks.example.com AAAA']);
  });

  it('takes a name that has addresses of one kind alone', async () => {
    server.names.set('six.example.com', { addresses: ['2606:2800:220:1::1'] });
    expect((await lookUp('six.example.com')).addresses).toEqual([{ address: '2606:2800:220:1::1', family: 6 }]);
  });

  it('reports a name without an address, and one that does not exist', async () => {
    server.names.set('empty.example.com', { addresses: [] });
    for (const name of ['empty.example.com', 'missing.example.com']) {
      await expect(lookUp(name)).rejects.toMatchObject({ name: 'OutboundError', kind: 'dns' });
    }
  });

  it('ends at once when it is cancelled while name servers are silent', async () => {
    server.silentZones.add('silent.example');
    const abort = new AbortController();
    const looking = lookUp('a.silent.example', { signal: abort.signal });
    await eventually(() => expect(server.questions).toHaveLength(2));
    abort.abort(new Error('given up'));
    await expect(looking).rejects.toThrow('given up');
  });
});

describe('the files of the system', () => {
  it('name addresses that no name server is asked for', async () => {
    await writeFile(
      files().hosts,
      '# hosts\n10.0.0.7  pbx.corp PBX # the exchange\n::1 pbx.corp\nnonsense other.corp\n',
    );
    expect((await lookUp('pbx')).addresses).toEqual([{ address: '10.0.0.7', family: 4 }]);
    expect((await lookUp('pbx.corp.')).addresses.map(({ address }) => address)).toEqual(['10.0.0.7', '::1']);
    expect((await lookUp('app.localhost')).addresses.map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
    await expect(lookUp('other.corp')).rejects.toMatchObject({ kind: 'dns' });
    expect(server.questions.filter((question) => !question.startsWith('other.corp'))).toEqual([]);
  });

  it('are read again after a change', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const system = new SystemNames(files());
    expect(system.addressesOf('pbx')).toEqual([]);
    await writeFile(files().hosts, '10.0.0.7 pbx\n');
    vi.advanceTimersByTime(1_001);
    expect(system.addressesOf('pbx')).toEqual(['10.0.0.7']);
    await rm(files().hosts);
    vi.advanceTimersByTime(1_001);
    expect(system.addressesOf('pbx')).toEqual([]);
  });

  it('give search domains, which count only where an operator may name internal hosts', async () => {
    await writeFile(
      files().resolvConf,
      'search first.corp second.corp.\nnameserver 192.0.2.1\noptions timeout:1 ndots:2\n',
    );
    server.names.set('pbx.second.corp', { addresses: ['10.0.0.7'] });
    expect((await lookUp('pbx', { useSearchDomains: true })).addresses).toEqual([{ address: '10.0.0.7', family: 4 }]);
    expect(server.questions.filter((question) => question.endsWith(' A'))).toEqual([
      'pbx.first.corp A',
      'pbx.second.corp A',
    ]);
    await expect(lookUp('pbx')).rejects.toMatchObject({ kind: 'dns' });
  });

  it.each([
    ['search a b', 'host', ['host.a', 'host.b', 'host']],
    ['search a\ndomain b c', 'host', ['host.b', 'host']],
    ['search a', 'host.example', ['host.example', 'host.example.a']],
    ['search a\noptions ndots:5', 'host.example', ['host.example.a', 'host.example']],
    ['search a', 'host.example.', ['host.example.']],
    ['', 'host', ['host']],
  ])('with %j turn %s into %j', async (text, name, expected) => {
    await writeFile(files().resolvConf, text);
    expect(new SystemNames(files()).candidatesFor(name)).toEqual(expected);
  });
});
