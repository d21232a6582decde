// `call-analysis evidence:verify`, and the program that the page of evidence shows: a whole archive is whole, and whatever is
// done to one is found.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../src/commands/command-table.js';
import { runProgram } from '../../src/commands/run-program.js';
import { startTestService, type TestService } from '../support/apps/running-service.js';
import {
  type Files,
  fetchArchive,
  makeEvidence,
  manifestOf,
  PERIOD,
  pack,
  storeEvidence,
  unpack,
} from '../support/builders/evidence-archives.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

let service: TestService;
let accountId: string;
let ask: Ask;
let folder: string;
let keys: string;
let archive: Buffer;
let files: Files;

beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1', ANALYSIS_ENGINE: 'rules' });
  const account = await service.openAccount();
  ask = askAs(service, account);
  accountId = await accountIdOf(service.db, account.email);
  await storeEvidence(service.db, accountId, ask);
  folder = await mkdtemp(join(tmpdir(), 'evidence-'));
  keys = await written('keys.json', await (await fetch(keyAddress())).text());
  archive = await fetchArchive(await makeEvidence(ask));
  files = await unpack(archive);
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const keyAddress = () => `${service.rootUrl}/.well-known/call-analysis/keys.json`;

async function written(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
const keptHead = (head: object) => written(`${randomUUID()}.json`, JSON.stringify(head));

/** @param options `--keys` with the key set of the service unless given */
async function verify(path: string, ...options: string[]) {
  const texts: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => texts.push(String(text)) > 0);
  try {
    const words = ['evidence:verify', path, ...(options.length > 0 ? options : ['--keys', keys])];
    const note = (text: string) => void texts.push(text);
    const code = await runProgram(words, { version: '0', commands: COMMANDS }, { out: note, error: note });
    return { code, out: texts.join('') };
  } finally {
    spy.mockRestore();
  }
}

const changed = (name: string, change: (bytes: Buffer) => Buffer): Files =>
  new Map([...files].map(([one, bytes]) => [one, one === name ? change(bytes) : bytes]));
const without = (name: string): Files => new Map([...files].filter(([one]) => one !== name));
const flipped = (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)));
const swapped = (bytes: Buffer) => {
  const [one, other, ...rest] = bytes.toString().split('\n');
  return Buffer.from([other, one, ...rest].join('\n'));
};
const withoutFirst = (bytes: Buffer) => bytes.subarray(bytes.indexOf('\n') + 1);
const listed = (change: (one: ReturnType<typeof manifestOf>) => object) =>
  changed('evidence.json', () => Buffer.from(`${JSON.stringify(change(manifestOf(files)))}\n`));

describe('evidence:verify', () => {
  it('says what a whole archive holds', async () => {
    const { code, out } = await verify(await written('evidence.zip', archive));
    expect(code, out).toBe(0);
    expect(out).toContain(`Evidence of account ${accountId}, live mode`);
    expect(out).toContain('calls.jsonl: 4 lines');
    expect(out).toContain('1 placed holds');
    expect(out).toContain(`The archive is whole, and signed with the key ${manifestOf(files).key_id}`);
    expect(await verify(join(folder, 'evidence.zip'), '--keys', keyAddress()), 'keys from a URL').toMatchObject({
      code,
    });
  });

  it('says which key one without a key set needs', async () => {
    const head = await keptHead(manifestOf(files).audit.head);
    const found = await verify(await written('evidence.zip', archive), '--head', head);
    expect(found.out).toContain(`needs the key ${manifestOf(files).key_id}`);
    expect(found.code).toBe(1);
  });

  it.each<[string, () => Files, string]>([
    ['a changed byte of a line', () => changed('calls.jsonl', flipped), 'calls.jsonl is not what was signed'],
    ['a changed byte of an entry', () => changed('audit.jsonl', flipped), 'audit.jsonl is not what was signed'],
    ['two swapped lines', () => changed('calls.jsonl', swapped), 'calls.jsonl is not what was signed'],
    ['two swapped entries', () => changed('audit.jsonl', swapped), 'Entry 1 of the audit log is missing'],
    ['a removed line', () => changed('calls.jsonl', withoutFirst), 'has 3 lines in place of 4'],
    ['a missing file', () => without('holds.jsonl'), 'holds.jsonl is missing'],
    ['a missing list', () => without('evidence.json'), 'evidence.json is missing'],
    ['a further file', () => new Map([...files, ['more.jsonl', Buffer.from('{}\n')]]), 'more.jsonl is not in the list'],
    ['another period', () => listed((one) => ({ ...one, to: one.to + 1 })), 'evidence.json is not signed by a key'],
    [
      'a head that was rolled back',
      () => listed((one) => ({ ...one, audit: { ...one.audit, head: { ...one.audit.head, sequence: 1 } } })),
      'does not end with its signed head',
    ],
  ])('finds %s', async (_, change, sentence) => {
    const found = await verify(await pack(folder, change()));
    expect(found.out).toContain(sentence);
    expect(found.out).toContain('BROKEN');
    expect(found.code).toBe(1);
  });

  it('finds each changed byte of the zip, or reads the same from it', async () => {
    let found = 0;
    for (let at = 0; at < archive.length; at += Math.ceil(archive.length / 60)) {
      const bytes = Buffer.from(archive);
      bytes[at] = (bytes[at] ?? 0) ^ 255;
      const { code } = await verify(await written('bytes.zip', bytes));
      if (code === 0) expect([...(await unpack(bytes))]).toEqual([...files]);
      else found += 1;
    }
    expect(found).toBeGreaterThan(30);
  });

  it('finds that the log is not the one of a head that was kept', async () => {
    const head = (await ask('/audit/head')).body;
    const path = await written('later.zip', await fetchArchive(await makeEvidence(ask)));
    const against = async (kept: object) => verify(path, '--keys', keys, '--head', await keptHead(kept));
    expect(await against(head)).toMatchObject({ code: 0 });
    expect((await against({ ...head, hash: 'ab' })).out).toContain('is not the one of the head that you keep');
    const longer = { ...head, sequence: head.sequence + 1_000, signed_at: head.signed_at - 60 };
    expect((await against(longer)).out).toContain('ends before the head that you keep');
    expect((await against({ ...head, account_id: randomUUID() })).out).toContain('is of another account');
  });

  it('reads one of test mode, whose chain is a part', async () => {
    const json = { name: 'Test', mode: 'test', scopes: ['analysis:read', 'data:govern'] };
    const { key } = (await ask('/api-keys', { json })).body;
    const path = await written('test.zip', await fetchArchive(await makeEvidence(ask, PERIOD, key)));
    const { code, out } = await verify(path);
    expect(code, out).toBe(0);
    expect(out).toContain('entries of test mode alone');
  });

  it('reads one of a period before the log, and one of a period in which nothing was entered', async () => {
    const head = await keptHead((await ask('/audit/head')).body);
    const periods = [
      { from: '2025-01-01T00:00:00.500Z', to: '2025-02-01T00:00:00Z' },
      { from: '2099-01-01T00:00:00Z', to: '2099-02-01T00:00:00Z' },
    ];
    for (const period of periods) {
      const path = await written('empty.zip', await fetchArchive(await makeEvidence(ask, period)));
      const { code, out } = await verify(path, '--keys', keys, '--head', head);
      expect(code, out).toBe(0);
      expect(out).toContain('no entry of the period');
      expect(out).toContain(`Period: ${period.from.slice(0, 19)}Z to`);
    }
  });

  it('refuses what is no zip, and no file', async () => {
    expect((await verify(await written('no.zip', 'no zip'))).out).toContain('The file is no zip');
    expect(await verify(join(folder, 'missing.zip'))).toMatchObject({ code: 1 });
  });
});

describe('the program of the page', () => {
  const run = async (path: string) => {
    const page = await readFile('docs/evidence.md', 'utf8');
    const program = /```python\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    return spawnSync('python3', [await written('check.py', program), path, keys], { encoding: 'utf8' });
  };
  const hasEd25519 = spawnSync('python3', ['-c', 'import cryptography']).status === 0;

  it.runIf(hasEd25519)('finds a whole archive whole, and a changed one broken', async () => {
    const whole = await run(await written('page.zip', archive));
    expect(whole.stderr).toBe('');
    expect(whole.stdout).toContain('calls.jsonl 4');
    for (const change of [changed('calls.jsonl', swapped), changed('audit.jsonl', flipped), without('holds.jsonl')])
      expect((await run(await pack(folder, change))).status, 'exit code').toBe(1);
  });
});
