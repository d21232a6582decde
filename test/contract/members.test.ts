// Members and invitations over the public interface, checked against the document.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { storeMember } from '../support/builders/stored-members.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

let service: TestService;
let account: Account;
let ask: Ask;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
  ask = askAs(service, account);
});
afterAll(() => service?.stop());

describe('an invitation', () => {
  it('is sent again, and withdrawn', async () => {
    const invited = await ask('/invitations', { json: { email: 'grace@example.com', role: 'analyst' } });
    await expect(invited).toAnswer(201);
    const { id } = invited.body;
    await expect(await ask(`/invitations/${id}/resend`, { method: 'POST' })).toAnswer(200);
    await expect(await ask(`/invitations/${id}`, { method: 'DELETE' })).toAnswer(200);
    expect((await ask('/invitations')).body.total).toBe(0);
  });
});

describe('a member', () => {
  it('is read, and gets the account handed over', async () => {
    const admin = await storeMember(service, account, 'admin');
    const read = await ask(`/members/${admin.id}`);
    expect(read).toMatchObject({ status: 200, body: { id: admin.id, role: 'admin' } });
    const handed = await ask(`/members/${admin.id}/transfer`, { json: { current_password: account.password } });
    expect(handed).toMatchObject({ status: 200, body: { id: admin.id, role: 'owner' } });
    expect((await ask('/users/me')).body.member).toMatchObject({ role: 'admin' });
  });
});
