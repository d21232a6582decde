// The chain of an audit log: entries of concurrent writers verify by a program that shares no code with the service, and whatever
// is done to them afterwards is found.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readStoredHead, storeHead } from '../../../src/masking/audit/stored-heads.js';
import { verifyChain } from '../../../src/masking/audit/verify-chain.js';
import { chainAccount, chainEnd, findAnchor, pruneAccount } from '../../../src/platform/audit/audit-chain.js';
import { asMember, recordAudit } from '../../../src/platform/audit/record-audit.js';
import { Signatures } from '../../../src/platform/audit/signatures.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { openDataSource } from '../../support/builders/listing-data.js';
import { type OpenStore, openDisk } from '../../support/builders/swept-store.js';

const signatures = new Signatures(loadConfig({ JWT_SECRET: 'a secret of thirty-two bytes or more' }));
let database: FreshDatabase;
let dataSource: DataSource;
let disk: OpenStore;
let account: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  disk = await openDisk();
});
afterAll(async () => {
  await dataSource?.destroy();
  await disk?.close();
  await database?.drop();
});
beforeEach(async () => {
  account = await newAccount();
});

async function newAccount(): Promise<string> {
  const id = randomUUID();
  await dataSource.query("INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, $2, $2, 'x')", [
    id,
    id,
  ]);
  return id;
}

const enter = (tx: EntityManager | DataSource, at: number, of = account) =>
  recordAudit(
    tx,
    asMember(of, of),
    'search',
    { type: 'account', id: of },
    { at, text: 'ü "€"', share: at / 7 },
    { words: `refund ${at}` },
  );

async function chained(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await enter(dataSource, at);
  await chainAccount(dataSource, account);
}

/** Does what the triggers refuse, as someone with the rights of the owner of the database can. */
async function tamper(statement: string, values: readonly unknown[] = [account]): Promise<void> {
  await dataSource.transaction(async (tx) => {
    await tx.query('ALTER TABLE audit_entry DISABLE TRIGGER USER');
    await tx.query(statement, [...values]);
    await tx.query('ALTER TABLE audit_entry ENABLE TRIGGER USER');
  });
}

const verify = async (stored = true) =>
  verifyChain(dataSource, account, signatures, stored ? await readStoredHead(disk.store, account) : null);
const store = () => storeHead(dataSource, disk.store, signatures, account);

/** Another program: it knows the contract alone. @returns number of lines that are right, from the first on */
async function verifyByHand(): Promise<number> {
  const rows: Record<string, unknown>[] = await dataSource.query(
    `SELECT id, 'audit_entry' AS object, sequence::int, floor(extract(epoch FROM at))::int AS at, livemode,
       json_build_object('kind', actor_kind, 'id', actor_id) AS actor, action,
       json_build_object('id', subject_id, 'type', subject_type) AS subject, request_id, client_address, details, hash
     FROM audit_entry WHERE account_id = $1 AND sequence IS NOT NULL ORDER BY sequence`,
    [account],
  );
  const written = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(written)}]`;
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${written((value as Record<string, unknown>)[name])}`)}}`;
  };
  let [before, right] = ['', 0];
  for (const { hash, ...rest } of rows) {
    const expected = createHash('sha256')
      .update(`${before}${written(rest)}`)
      .digest('hex');
    if (hash !== expected || rest.sequence !== right + 1) return right;
    [before, right] = [expected, right + 1];
  }
  return right;
}

describe('the chain', () => {
  it('has the entries of writers and sweeps at the same time, each once, and verifies by another program', async () => {
    const writers = 6;
    const each = 40;
    let isWriting = true;
    const sweeps = Promise.all(
      [1, 2].map(async () => {
        while (isWriting) await chainAccount(dataSource, account);
      }),
    );
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let at = 0; at < each; at += 1)
          await dataSource.transaction(async (tx) => {
            await enter(tx, writer * each + at);
            if (at % 5 === 0) await tx.query('SELECT pg_sleep(0.01)');
          });
      }),
    );
    isWriting = false;
    await sweeps;
    await chainAccount(dataSource, account);
    expect(await verifyByHand()).toBe(writers * each);
    expect(await verify()).toEqual({ verified: writers * each, waiting: 0, broken: null });
  });

  it('takes an entry that was committed late after those that were chained before', async () => {
    let enteredLate: () => void = () => undefined;
    const isEntered = new Promise<void>((resolve) => (enteredLate = resolve));
    let commit: () => void = () => undefined;
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    const late = dataSource.transaction(async (tx) => {
      await enter(tx, 1);
      enteredLate();
      await mayCommit;
    });
    await isEntered;
    await enter(dataSource, 2);
    await chainAccount(dataSource, account);
    commit();
    await late;
    await chainAccount(dataSource, account);
    const rows: { at: number }[] = await dataSource.query(
      "SELECT (details->>'at')::int AS at FROM audit_entry WHERE account_id = $1 ORDER BY sequence",
      [account],
    );
    expect(rows.map(({ at }) => at)).toEqual([2, 1]);
    expect((await verify()).broken).toBeNull();
  });

  it('names no entry of another account', async () => {
    await chained(3);
    const [mine, other] = [account, await newAccount()];
    await enter(dataSource, 1, other);
    await chainAccount(dataSource, other);
    expect(await chainEnd(dataSource, other)).toMatchObject({ sequence: 1 });
    expect(await chainEnd(dataSource, mine)).toMatchObject({ sequence: 3 });
  });
});

describe('what is done to the chain afterwards is found:', () => {
  it.each([
    [
      'a changed word',
      `UPDATE audit_entry SET details = details || '{"at": 99}' WHERE account_id = $1 AND sequence = 3`,
      3,
    ],
    ['a changed second', `UPDATE audit_entry SET at = at + interval '1 s' WHERE account_id = $1 AND sequence = 2`, 2],
    ['a changed actor', `UPDATE audit_entry SET actor_id = 'x' WHERE account_id = $1 AND sequence = 5`, 5],
    ['a changed hash', `UPDATE audit_entry SET hash = reverse(hash) WHERE account_id = $1 AND sequence = 4`, 4],
    ['a removed entry', 'DELETE FROM audit_entry WHERE account_id = $1 AND sequence = 3', 3],
    ['the first removed', 'DELETE FROM audit_entry WHERE account_id = $1 AND sequence = 1', 1],
    ['the last removed', 'DELETE FROM audit_entry WHERE account_id = $1 AND sequence = 6', 6],
    [
      'one put in the place of another',
      'UPDATE audit_entry SET sequence = CASE sequence WHEN 3 THEN 99 ELSE 3 END WHERE account_id = $1 AND sequence IN (3, 4)',
      3,
    ],
  ])('%s', async (_, statement, sequence) => {
    await chained(6);
    expect((await verify()).broken).toBeNull();
    await tamper(statement);
    expect((await verify()).broken).toMatchObject({ sequence });
    expect(await verifyByHand()).toBe(sequence - 1);
  });

  it('two swapped entries', async () => {
    await chained(6);
    await tamper('UPDATE audit_entry SET sequence = -sequence WHERE account_id = $1 AND sequence IN (3, 4)');
    await tamper('UPDATE audit_entry SET sequence = 7 + sequence WHERE account_id = $1 AND sequence < 0');
    expect((await verify()).broken).toMatchObject({ sequence: 3 });
  });

  it('an end that was rolled back, by the head in the object store', async () => {
    await chained(6);
    expect(await store(), 'the head is stored').toBe(true);
    await tamper('DELETE FROM audit_entry WHERE account_id = $1 AND sequence > 4');
    expect((await verify(false)).broken, 'the end of the chain is left').toMatchObject({ sequence: 5 });
    const [{ hash }] = await dataSource.query('SELECT hash FROM audit_entry WHERE account_id = $1 AND sequence = 4', [
      account,
    ]);
    await dataSource.query('UPDATE audit_chain SET sequence = 4, hash = $2 WHERE account_id = $1', [account, hash]);
    expect((await verify(false)).broken, 'nothing shows it in the database').toBeNull();
    expect((await verify()).broken).toEqual({ sequence: 5, id: null, why: 'The entry is missing' });
    expect(await store(), 'the evidence stays').toBe(false);
    for (let at = 0; at < 3; at += 1) await enter(dataSource, at);
    await chainAccount(dataSource, account);
    expect(await store(), 'it stays where other entries took the places').toBe(false);
    expect((await verify()).broken).toMatchObject({
      sequence: 6,
      why: 'The head in the object store has another hash',
    });
  });

  it('a chain that was written again as a whole', async () => {
    await chained(4);
    await store();
    await tamper('UPDATE audit_entry SET sequence = NULL, hash = NULL WHERE account_id = $1');
    await tamper(`UPDATE audit_entry SET details = '{}' WHERE account_id = $1`);
    await dataSource.query('DELETE FROM audit_chain WHERE account_id = $1', [account]);
    await chainAccount(dataSource, account);
    expect((await verify(false)).broken).toBeNull();
    expect((await verify()).broken).toMatchObject({ sequence: 4 });
  });
});

describe('pruning', () => {
  const anchorOf = (last: { sequence: number; hash: string }) =>
    signatures.sign({ object: 'audit_anchor' as const, account_id: account, ...last, pruned_at: 1_790_000_000 });

  it('leaves a signed anchor, from which the rest verifies', async () => {
    await chained(5);
    await tamper("UPDATE audit_entry SET at = at - interval '401 days' WHERE account_id = $1 AND sequence <= 2");
    // They were chained as old as that.
    await tamper('UPDATE audit_entry SET sequence = NULL, hash = NULL WHERE account_id = $1');
    await dataSource.query('DELETE FROM audit_chain WHERE account_id = $1', [account]);
    await chainAccount(dataSource, account);
    const before = new Date(Date.now() - 400 * 86_400_000);
    expect(await pruneAccount(dataSource, account, before, anchorOf)).toBe(2);
    expect(await findAnchor(dataSource, account)).toMatchObject({ object: 'audit_anchor', sequence: 2 });
    expect(await verify()).toEqual({ verified: 3, waiting: 0, broken: null });
    expect(await pruneAccount(dataSource, account, before, anchorOf)).toBe(0);
    await tamper('DELETE FROM audit_entry WHERE account_id = $1 AND sequence = 3');
    expect((await verify()).broken).toMatchObject({ sequence: 3 });
  });

  it('is found where the anchor is not of this service', async () => {
    await chained(3);
    await pruneAccount(dataSource, account, new Date(Date.now() + 60_000), (last) => ({
      ...anchorOf(last),
      signature: 'AAAA',
    }));
    expect((await verify()).broken).toMatchObject({ sequence: 3, why: expect.stringContaining('not signed') });
  });
});

describe('the table', () => {
  it.each([
    ['a change', 'UPDATE audit_entry SET actor_id = $2 WHERE account_id = $1'],
    ['another hash', 'UPDATE audit_entry SET hash = $2 WHERE account_id = $1'],
    ['a deletion', "DELETE FROM audit_entry WHERE account_id = $1 AND $2 = 'x'"],
  ])('refuses %s, also by its owner', async (_, statement) => {
    await chained(2);
    await expect(dataSource.query(statement, [account, 'x'])).rejects.toThrow('neither changed nor deleted');
  });

  it('refuses to change an entry with its chaining, and before', async () => {
    await enter(dataSource, 1);
    for (const more of ["sequence = 1, hash = 'h', actor_id = 'x'", "actor_id = 'x'"])
      await expect(dataSource.query(`UPDATE audit_entry SET ${more} WHERE account_id = $1`, [account])).rejects.toThrow(
        'neither changed nor deleted',
      );
  });

  it.each(['audit_entry', 'account CASCADE'])('refuses TRUNCATE of %s', async (table) => {
    await expect(dataSource.query(`TRUNCATE ${table}`)).rejects.toThrow('neither changed nor deleted');
  });

  it('lets the log go with its account, and the key of its names', async () => {
    await chained(2);
    await dataSource.query('DELETE FROM account WHERE id = $1', [account]);
    for (const table of ['audit_entry', 'audit_chain', 'audit_key'])
      expect(await dataSource.query(`SELECT FROM ${table} WHERE account_id = $1`, [account]), table).toEqual([]);
  });

  it('enters names as HMACs under a key of the account', async () => {
    await enter(dataSource, 1);
    const [{ words }] = await dataSource.query(
      "SELECT details->>'words' AS words FROM audit_entry WHERE account_id = $1",
      [account],
    );
    const [{ inner_pad }] = await dataSource.query('SELECT inner_pad FROM audit_key WHERE account_id = $1', [account]);
    const key = Buffer.from(inner_pad.map((byte: number) => byte ^ 0x36));
    expect(words).toBe(createHmac('sha256', key).update('refund 1').digest('hex'));
    const other = await newAccount();
    const [{ name }] = await dataSource.query("SELECT audit_name($1, 'refund 1') AS name", [other]);
    expect(name).not.toBe(words);
  });
});
