// What `receipt:verify` says about a receipt as it was signed, and about one of which anything was changed.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { verifyReceipt } from '../../src/commands/verify/receipt-verify.js';
import { Signatures } from '../../src/platform/audit/signatures.js';
import { loadConfig } from '../../src/platform/config/config.js';

const signatures = new Signatures(loadConfig({ JWT_SECRET: 'a secret of thirty-two bytes or more' }));
const counts = {
  analyses: 2,
  recordings: 4,
  evaluations: 0,
  reviews: 1,
  deliveries: 2,
  exports: 0,
  idempotent_answers: 0,
};
const receipt = signatures.sign({
  erasure_id: '7c2b1d0f-5e38-4c94-8f26-3d8e9f4c6b71',
  subject_hash: 'ab12',
  counts,
  deferred: [],
  completed_at: 1_790_000_000,
  audit_head: { sequence: 3, hash: 'cd34' },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receipt-'));
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: signatures.keySet() }));
});
afterEach(() => vi.restoreAllMocks());

async function verified(value: object, keys = join(folder, 'keys.json')): Promise<{ code: number; said: string }> {
  const file = join(folder, 'receipt.json');
  await writeFile(file, JSON.stringify(value));
  let said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  const code = await verifyReceipt({ positionals: [file], text: () => keys, flag: () => false });
  return { code, said };
}

it('says what a receipt shows, alone or in its erasure', async () => {
  const { code, said } = await verified(receipt);
  expect(code).toBe(0);
  expect(said).toContain('The receipt is as it was signed.');
  expect(said).toContain('Erased: 2 analyses, 4 recordings, 0 evaluations, 1 reviews');
  expect(await verified({ object: 'erasure', receipt })).toEqual({ code, said });
});

it('finds each changed byte', async () => {
  const text = JSON.stringify(receipt);
  const places = [...text.matchAll(/[0-9a-zA-Z](?=[^{}[\],]*[",}])/g)].map(({ index }) => index);
  const missed: string[] = [];
  for (const place of places) {
    const changed = `${text.slice(0, place)}${text[place] === '7' ? '8' : '7'}${text.slice(place + 1)}`;
    const parsed = parse(changed);
    if (parsed === null) continue;
    const code = await verified(parsed).then(
      (found) => found.code,
      () => 1,
    );
    if (code === 0 && JSON.stringify(parsed) !== text) missed.push(changed);
  }
  expect(missed).toEqual([]);
  expect(places.length, 'changed bytes').toBeGreaterThan(200);
});

it('knows one spelling of a signature alone', async () => {
  const { signature } = receipt;
  const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map(
    (letter) => `${signature.slice(0, -1)}${letter}`,
  );
  const taken: string[] = [];
  for (const other of others) if ((await verified({ ...receipt, signature: other })).code === 0) taken.push(other);
  expect(taken).toEqual([signature]);
});

it('says so where the key is of another deployment', async () => {
  const other = join(folder, 'other.json');
  const others = new Signatures(loadConfig({ JWT_SECRET: 'another secret of thirty-two bytes or more' }));
  await writeFile(other, JSON.stringify({ keys: others.keySet() }));
  const { code, said } = await verified(receipt, other);
  expect(code).toBe(1);
  expect(said).toContain('is not in the key set');
});

function parse(text: string): object | null {
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}
