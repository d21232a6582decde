// What the guard makes of the holder of a review link. The links themselves are of another module, which a stub stands for here.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LinkAct } from '../../../src/access/link-acts.js';
import { scopeOfAct } from '../../../src/access/link-acts.js';
import { LinkCallers } from '../../../src/platform/http/access/link-callers.js';
import { IdentityApp } from '../../support/apps/identity-app.js';

const CALL = randomUUID();
const LINK = randomUUID();
const TOKEN = `${Buffer.from('{"alg":"HS256","typ":"review+jwt"}').toString('base64url')}.e30.c2ln`;

let app: IdentityApp;
let account: Awaited<ReturnType<IdentityApp['account']>>;
beforeAll(async () => {
  app = await IdentityApp.start();
  account = await app.account('owner@example.com');
});
afterAll(() => app?.stop());

function holdLink(may: readonly LinkAct[], scopes = may.map(scopeOfAct)): void {
  app.nest.get(LinkCallers).findWith(async () => ({
    accountId: account.id,
    livemode: true,
    principal: { kind: 'link', id: LINK, scopes },
    link: { analysisId: CALL, may, reviewerId: 'mara', covers: async (_, id) => id === CALL },
    confirm: async () => undefined,
    isGood: async () => true,
  }));
}
const post = (path: string, token = TOKEN, key = randomUUID()) =>
  app.send('POST', `/probe/calls/${path}`, { token, body: {}, headers: { 'Idempotency-Key': key } });

describe("a link's token", () => {
  it('is refused where no module knows links', async () => {
    const detail = 'Invalid authentication credentials';
    await expect(await post(`${CALL}/review`)).toAnswer(401, { detail });
  });

  it.each<[LinkAct[], number, number]>([
    [['read'], 403, 403],
    [['read', 'review'], 201, 403],
    [['read', 'correct'], 403, 201],
    [['read', 'review', 'correct'], 201, 201],
  ])('that may %j gets %i at reviews and %i at corrections', async (may, review, correct) => {
    holdLink(may);
    const [reviewed, corrected] = [await post(`${CALL}/review`), await post(`${CALL}/correct`)];
    await expect([reviewed, corrected]).toAnswerEach([review, correct]);
    if (review === 403) expect(reviewed.body).toEqual({ detail: 'This link does not allow reviews' });
    if (correct === 403) expect(corrected.body).toEqual({ detail: 'This link does not allow corrections' });
  });

  it('needs the right of the table too: what a link may, without its scope, is not enough', async () => {
    holdLink(['read', 'review'], ['analysis:read']);
    await expect(await post(`${CALL}/review`)).toAnswer(403);
  });

  it('gets 404 for another call, and 403 where no link belongs, also for the right to all scopes', async () => {
    holdLink(['read', 'review', 'correct']);
    await expect(await post(`${randomUUID()}/review`)).toAnswer(404, { detail: 'Analysis not found' });
    for (const path of ['caller', 'read', 'unmarked'])
      await expect(await app.send('GET', `/probe/${path}`, { token: TOKEN })).toAnswer(403);
  });

  it('does not get the answers that its account was given for the same Idempotency-Key, nor the account those of the link', async () => {
    holdLink(['read', 'review']);
    const key = randomUUID();
    const [byLink, byAccount] = [
      await post(`${CALL}/review`, TOKEN, key),
      await post(`${CALL}/review`, account.access, key),
    ];
    expect(byAccount.body).not.toEqual(byLink.body);
    const again = await post(`${CALL}/review`, TOKEN, key);
    expect(again.headers.get('idempotent-replayed'), 'the header idempotent-replayed').toBe('true');
    expect(again.body).toEqual(byLink.body);
  });
});
