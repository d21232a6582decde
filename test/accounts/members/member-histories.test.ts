// Members who are added, changed, disabled, deleted and made owner in any order, by each other: the account always has one owner,
// and nothing happens that the acting role may not do. MEMBER_STEPS=10000 walks further.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GIVEN_ROLES, isAtLeast, ROLES, type Role } from '../../../src/access/roles.js';
import { JwtStrategy } from '../../../src/accounts/auth/jwt.strategy.js';
import { tokenClaims } from '../../../src/accounts/auth/token-claims.js';
import { TokensService } from '../../../src/accounts/auth/tokens.service.js';
import { MembersService } from '../../../src/accounts/members/members.service.js';
import type { MemberEntity } from '../../../src/accounts/users/member.entity.js';
import { Members } from '../../../src/accounts/users/members.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';
import { IdentityApp } from '../../support/apps/identity-app.js';
import { Random } from '../../support/builders/random.js';

const STEPS = Number(process.env.MEMBER_STEPS ?? 500);

let app: IdentityApp;
beforeAll(async () => {
  app = await IdentityApp.start();
});
afterAll(() => app?.stop());

/** What the test knows of a member. */
interface Known {
  role: Role;
  status: 'active' | 'disabled';
  /** The newest token; `ended` are older ones, which must stay refused. */
  token: string;
  ended: string[];
}

it(`keeps one owner in ${STEPS} steps, and ends the tokens of who is out`, async () => {
  const [service, members] = [app.nest.get(MembersService), app.nest.get(Members)];
  const [tokens, jwt] = [app.nest.get(TokensService), app.nest.get(JwtStrategy)];
  const random = new Random(61);
  const { id: accountId } = await app.account('ada@example.com');
  const tx = app.database.manager;
  const known = new Map<string, Known>();
  const payload = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const isLetIn = async (token: string) => (await jwt.validate(payload(token))) !== null;
  const learn = (member: MemberEntity) => {
    const token = tokens.issue(member, 'access');
    expect(tokenClaims(payload(token))).toMatchObject({ sub: accountId, mid: member.id, role: member.role });
    known.set(member.id, { role: member.role, status: member.status, token, ended: [] });
  };
  learn(await members.get(tx, accountId, accountId));

  const end = (one: Known) => one.ended.push(one.token);
  const actorsOf = () => [...known].filter(([, { status, role }]) => status === 'active' && isAtLeast(role, 'admin'));

  /** @returns whether it may happen, and what it does to what is known */
  const steps = {
    add: async () => {
      const person = { role: random.of(GIVEN_ROLES), teams: [], agentId: null, passwordHash: null, name: null };
      if (known.size < 12)
        learn(await members.add(tx, { ...person, id: randomUUID(), accountId, email: `${randomUUID()}@x.example` }));
    },
    role: async (actor: string, id: string) => {
      const [by, one, role] = [known.get(actor), known.get(id), random.of(ROLES)];
      const may =
        by &&
        one &&
        one.role !== 'owner' &&
        role !== 'owner' &&
        isAtLeast(by.role, one.role) &&
        isAtLeast(by.role, role);
      const raises = actor === id && one !== undefined && role !== one.role && isAtLeast(role, one.role);
      const done = await attempt(() => service.update(of(actor), id, { role }, 'revoke'));
      if (role !== one?.role) expect({ role, done }).toEqual({ role, done: may === true && !raises });
      if (done && one) one.role = role;
    },
    disable: async (actor: string, id: string) => {
      const [by, one] = [known.get(actor), known.get(id)];
      const done = await attempt(() => service.update(of(actor), id, { status: 'disabled' }, 'revoke'));
      expect(done).toBe(one?.role !== 'owner' && by !== undefined && one !== undefined && isAtLeast(by.role, one.role));
      if (!done || one?.status !== 'active') return;
      end(one);
      one.status = 'disabled';
    },
    enable: async (actor: string, id: string) => {
      const one = known.get(id);
      if (one?.status !== 'disabled') return;
      await service.update(of(actor), id, { status: 'active' }, 'revoke');
      one.status = 'active';
      one.token = tokens.issue(await members.get(tx, accountId, id), 'access');
    },
    delete: async (actor: string, id: string) => {
      const [by, one] = [known.get(actor), known.get(id)];
      const done = await attempt(() => service.delete(of(actor), id, 'revoke'));
      expect(done).toBe(one?.role !== 'owner' && by !== undefined && one !== undefined && isAtLeast(by.role, one.role));
      if (!done || !one) return;
      expect(await isLetIn(one.token), 'a deleted member is let in').toBe(false);
      known.delete(id);
    },
    transfer: async (actor: string, id: string) => {
      const [by, one] = [known.get(actor), known.get(id)];
      // The guard lets the owner alone come here.
      if (by?.role !== 'owner') return;
      const done = await attempt(() => service.transfer(of(actor), id));
      expect(done).toBe(one?.status === 'active');
      if (!done || !one) return;
      by.role = 'admin';
      one.role = 'owner';
    },
  };
  const of = (id: string) => ({ id, accountId, role: known.get(id)?.role ?? 'agent' });
  const names = Object.keys(steps) as (keyof typeof steps)[];
  for (let n = 0; n < STEPS; n++) {
    const [actor] = random.of(actorsOf());
    const id = random.of([...known.keys()]);
    await steps[random.of(names)](actor, id);
    const one = known.get(id);
    if (one) {
      expect(await isLetIn(one.token)).toBe(one.status === 'active');
      for (const token of one.ended) expect(await isLetIn(token), 'an ended token is good').toBe(false);
    }
  }
  const owners = await app.database.query(
    "SELECT count(*)::int AS n FROM member WHERE account_id = $1 AND role = 'owner'",
    [accountId],
  );
  expect(owners).toEqual([{ n: 1 }]);
  const stored = await app.database.query('SELECT id, role, status FROM member WHERE account_id = $1', [accountId]);
  expect(new Map(stored.map((row: { id: string }) => [row.id, row]))).toEqual(
    new Map([...known].map(([id, { role, status }]) => [id, { id, role, status }])),
  );
});

/** @returns whether it was done; a refusal by status is not */
async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 403].includes(error.status)) throw error;
    return false;
  }
}
