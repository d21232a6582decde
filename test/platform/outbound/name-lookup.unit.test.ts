import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nameLookup } from '../../../src/platform/outbound/name-lookup.js';
import { SystemNames } from '../../../src/platform/outbound/system-names.js';
import { eventually } from '../../support/processes/eventually.js';
import { type NameServer, startNameServer } from '../../support/stubs/name-server.js';

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

/** Each once: where a machine stands still for two seconds, a question comes again. */
const questions = () => [...new Set(server.questions)];

describe('looking a name up', () => {
  it('asks for both kinds of address, and returns them with the shortest time that they may be kept', async () => {
    server.names.set('hooks.example.com', {
      addresses: ['93.184.216.34', '2606:2800:220:1::1'],
      ttlSecondsOf: { '93.184.216.34': 40, '2606:2800:220:1::1': 17 },
    });
    expect(await lookUp('Hooks.Example.com')).toEqual({
      addresses: [
        { address: '93.184.216.34', family: 4 },
        { address: '2606:2800:220:1::1', family: 6 },
      ],
      ttlMs: 17_000,
    });
    expect(questions().sort()).toEqual(['hooks.example.com A', 'hooks.example.com AAAA']);
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

  it('asks a silent name server twice for each kind, and gives up', async () => {
    server.silentZones.add('silent.example');
    await expect(lookUp('a.silent.example'), 'a look-up without an answer').rejects.toMatchObject({ kind: 'dns' });
    expect([...server.questions].sort(), 'questions to the silent name server').toEqual([
      'a.silent.example A',
      'a.silent.example A',
      'a.silent.example AAAA',
      'a.silent.example AAAA',
    ]);
  });

  it('ends at once when it is cancelled while name servers are silent', async () => {
    server.silentZones.add('silent.example');
    const abort = new AbortController();
    const looking = lookUp('a.silent.example', { signal: abort.signal });
    await eventually(() => expect(questions(), 'questions to the silent name server').toHaveLength(2));
    const before = server.questions.length;
    abort.abort(new Error('given up'));
    await expect(looking).rejects.toThrow('given up');
    expect(server.questions.length, 'a name that was given up is asked for again').toBe(before);
  });

  it('leaves no listener on the signal of a request that goes on', async () => {
    server.names.set('hooks.example.com', { addresses: ['93.184.216.34'] });
    const { signal } = new AbortController();
    await lookUp('hooks.example.com', { signal });
    expect(getEventListeners(signal, 'abort').length, 'listeners that are left').toBe(0);
  });

  it('asks the name servers of the system where none are given', async () => {
    const abort = new AbortController();
    const looking = nameLookup({ useSearchDomains: false, system: new SystemNames(files()) })(
      'a.example',
      abort.signal,
    );
    abort.abort(new Error('given up'));
    await expect(looking, 'a look-up that needs no name server of the test').rejects.toThrow('given up');
  });
});

describe('a search through domains', () => {
  beforeEach(() => writeFile(files().resolvConf, 'search first.corp second.corp\n'));
  const search = () => lookUp('pbx', { useSearchDomains: true });
  const asked = () => [...new Set(questions().map((question) => question.split(' ')[0]))];

  it.each([
    ['does not have the name', () => undefined],
    ['has the name without an address', () => server.names.set('pbx.first.corp', { addresses: [] })],
  ])('goes on where the first %s', async (_, arrange) => {
    arrange();
    server.names.set('pbx.second.corp', { addresses: ['10.0.0.7'] });
    expect((await search()).addresses, 'the address in the second domain').toEqual([
      { address: '10.0.0.7', family: 4 },
    ]);
  });

  it.each([
    ['both questions', ['pbx.first.corp A', 'pbx.first.corp AAAA']],
    ['one question, and knows no address of the other kind', ['pbx.first.corp AAAA']],
  ])('ends where a name server refuses %s: the name may be there', async (_, refused) => {
    for (const question of refused) server.refused.add(question);
    server.names.set('pbx.second.corp', { addresses: ['10.0.0.7'] });
    const failure = await search().catch((error: unknown) => error);
    expect(failure, 'the failure of the search').toMatchObject({ kind: 'dns', cause: { code: 'EREFUSED' } });
    expect(asked(), 'names that were asked for').toEqual(['pbx.first.corp']);
  });
});

describe('the files of the system', () => {
  it('are /etc/hosts and /etc/resolv.conf, unless others are given', () => {
    const names = new SystemNames();
    const lines = readFileSync('/etc/hosts', 'utf8').split('\n');
    const entries = lines.map((line) => line.replace(/#.*/, '').trim().split(/\s+/)).filter(({ length }) => length > 1);
    for (const [address, name = ''] of entries)
      expect(names.addressesOf(name.toLowerCase()), `the address of ${name}`).toContain(address);
  });

  it('name addresses that no name server is asked for', async () => {
    await writeFile(
      files().hosts,
      '# hosts\n10.0.0.7  pbx.corp PBX # the exchange\n\n\t::1 pbx.corp\nnonsense other.corp\n10.0.0.8 a;b\n',
    );
    const system = new SystemNames(files());
    const found = ['exchange', 'a', 'b', 'localhost'].map((name) => system.addressesOf(name));
    expect(found, 'words of comments, and this machine').toEqual([[], ['10.0.0.8'], [], ['127.0.0.1', '::1']]);
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
    vi.advanceTimersByTime(999);
    expect(system.addressesOf('pbx'), 'the file was looked at more than once in a second').toEqual([]);
    vi.advanceTimersByTime(1);
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
    expect(questions().filter((question) => question.endsWith(' A'))).toEqual([
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
    ['search a\noptions ndots:2', 'host.inner.example', ['host.inner.example', 'host.inner.example.a']],
    ['search a\noptions ndots:12', 'host.example', ['host.example.a', 'host.example']],
    // As in the system's resolver, more than fifteen count as fifteen.
    ['search a\noptions ndots:100', `h${'.x'.repeat(15)}`, [`h${'.x'.repeat(15)}`, `h${'.x'.repeat(15)}.a`]],
    ['search a\noptions no-ndots:5 ndots:5x', 'host.example', ['host.example', 'host.example.a']],
    ['search ndots:5', 'host.example', ['host.example', 'host.example.ndots:5']],
    ['search . a', 'host', ['host.a', 'host']],
    ['search a', 'host.example.', ['host.example.']],
    ['', 'host', ['host']],
  ])('with %j turn %s into %j', async (text, name, expected) => {
    await writeFile(files().resolvConf, text);
    expect(new SystemNames(files()).candidatesFor(name)).toEqual(expected);
  });
});
