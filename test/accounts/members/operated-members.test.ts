// What an operator does with members from the command line.
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/access/roles.js';
import {
  disableMember,
  giveRole,
  type ListedMember,
  listMembers,
} from '../../../src/accounts/members/operated-members.js';
import { AccountEntity } from '../../../src/accounts/users/account.entity.js';
import { MemberEntity } from '../../../src/accounts/users/member.entity.js';
import { Members } from '../../../src/accounts/users/members.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';

let database: FreshDatabase;
let dataSource: DataSource;
let members: Members;
let owner: MemberEntity;

beforeAll(async () => {
  database = await freshDatabase();
  const options = { ...dataSourceOptions(database.url, 4), entities: [AccountEntity, MemberEntity] };
  dataSource = await new DataSource(options).initialize();
  members = new Members(dataSource);
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});
beforeEach(async () => {
  await dataSource.query('DELETE FROM account');
  owner = await dataSource.transaction((tx) =>
    members.openAccount(tx, { email: 'ada@example.com', phoneNumber: null, passwordHash: 'x' }),
  );
});

const add = (email: string, role: 'admin' | 'analyst', teams: readonly string[] = []) =>
  dataSource.transaction((tx) =>
    members.add(tx, {
      id: randomUUID(),
      accountId: owner.accountId,
      email,
      name: null,
      role,
      teams,
      agentId: null,
      passwordHash: 'x',
    }),
  );
const give = (email: string, role: Role) => dataSource.transaction((tx) => giveRole(tx, members, email, role));
const disable = (email: string) => dataSource.transaction((tx) => disableMember(tx, members, email));

async function list(accountId: string | null = owner.accountId): Promise<string[]> {
  const listed: ListedMember[] = [];
  for await (const member of listMembers(dataSource, accountId)) listed.push(member);
  return listed.map(({ email, role, status, identity }) => [email, role, status, identity].join(' '));
}

const entries = () =>
  dataSource.query('SELECT actor_kind, action, subject_id, details FROM audit_entry ORDER BY at, id');

describe('members of an account', () => {
  it('are listed, the owner first, and those of other accounts only where all are wanted', async () => {
    await add('aaron@example.com', 'analyst');
    await dataSource.transaction((tx) =>
      members.openAccount(tx, { email: 'other@example.com', phoneNumber: null, passwordHash: 'x' }),
    );
    const ours = ['ada@example.com owner active password', 'aaron@example.com analyst active password'];
    expect(await list()).toEqual(ours);
    expect((await list(null)).sort()).toEqual([...ours, 'other@example.com owner active password'].sort());
  });

  it('are listed to the last of a thousand', async () => {
    await dataSource.query(
      `INSERT INTO member (id, account_id, email, email_folded, role)
       SELECT gen_random_uuid(), $1, 'm' || n || '@example.com', 'm' || n || '@example.com', 'analyst' FROM generate_series(1, 1001) AS n`,
      [owner.accountId],
    );
    expect(new Set(await list()).size, 'members that are listed').toBe(1_002);
  });

  it('have one owner, also after another was made one, who sees every team', async () => {
    await add('grace@example.com', 'analyst', ['north']);
    await give('Grace@EXAMPLE.com', 'owner');
    expect(await list()).toEqual(['grace@example.com owner active password', 'ada@example.com admin active password']);
    const grace = await members.findByEmail(dataSource.manager, 'grace@example.com');
    expect(grace?.teams).toEqual([]);
    expect(await entries()).toEqual([
      { actor_kind: 'operator', action: 'member.made_owner', subject_id: grace?.id, details: {} },
    ]);
  });

  it('are kept out with their keys, once', async () => {
    const { id } = await add('grace@example.com', 'admin');
    await dataSource.query(
      `INSERT INTO api_key (id, account_id, name, key_prefix, key_hash, livemode, scopes, created_by)
       VALUES (gen_random_uuid(), $1, 'k', 'p', 'h', true, '{}', $2)`,
      [owner.accountId, id],
    );
    await disable('grace@example.com');
    await disable('grace@example.com');
    expect(await list()).toContain('grace@example.com admin disabled password');
    expect(await dataSource.query('SELECT revoked_at IS NOT NULL AS revoked FROM api_key')).toEqual([
      { revoked: true },
    ]);
    const actions = (await entries()).map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['api_key.revoked', 'member.changed']);
  });

  it.each([
    ['the owner is disabled', () => disable('ada@example.com'), 'is the owner, and an account needs one'],
    ['the owner gets another role', () => give('ada@example.com', 'analyst'), 'is the owner, and an account needs one'],
    [
      'no one has the address',
      () => give('no@example.com', 'admin'),
      'No member has the e-mail address no@example.com',
    ],
    [
      'a disabled member is made the owner',
      async () => {
        await add('grace@example.com', 'admin');
        await disable('grace@example.com');
        return give('grace@example.com', 'owner');
      },
      'is disabled, and cannot become the owner',
    ],
  ])('stay as they are where %s', async (_, act, sentence) => {
    await expect(act()).rejects.toThrow(sentence);
    expect((await list()).filter((row) => row.includes(' owner '))).toEqual(['ada@example.com owner active password']);
  });
});
