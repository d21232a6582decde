// What a member had before a demotion, another team or a removal: token, key, invitation, review link and started job give no
// more afterwards than the member may have then.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { storeCall } from '../support/builders/evaluated-calls.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type StoredMember, storeMember } from '../support/builders/stored-members.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

let service: TestService;
let account: Account;
let owner: Ask;
let call: string;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  account = await service.openAccount();
  owner = askAs(service, account);
  call = await storeCall(service.db, await accountIdOf(service.db, account.email));
  await service.db.query(`UPDATE analysis SET custom_metadata = '{"team":"north"}' WHERE id = $1`, [call]);
});

const change = async (member: StoredMember, json: object) =>
  expect(await owner(`/members/${member.id}`, { method: 'PUT', json })).toAnswer(200);
const remove = async (member: StoredMember) =>
  expect(await owner(`/members/${member.id}`, { method: 'DELETE' })).toAnswer(200);
const status = async (path: string, credential: string, json?: object) =>
  (await owner(path, { credential, ...(json && { json }) })).status;

describe('a demotion', () => {
  it('cuts the token and the key at the next request', async () => {
    const analyst = await storeMember(service, account, 'analyst');
    const export_ = { of: 'analyses', format: 'csv' };
    expect(await status('/exports', analyst.token, export_)).toBe(201);
    expect(await status('/exports', analyst.key, export_)).toBe(201);
    await change(analyst, { role: 'reviewer' });
    expect(await status('/exports', analyst.token, export_)).toBe(403);
    expect(await status('/exports', analyst.key, export_)).toBe(403);
    expect(await status('/exports', analyst.token)).toBe(403);
    expect(await status('/analysis', analyst.key)).toBe(200);
  });

  it('to an agent ends the review links that the member made', async () => {
    const reviewer = await storeMember(service, account, 'reviewer');
    const made = await owner(`/analysis/${call}/review-links`, {
      credential: reviewer.token,
      json: { reviewer_id: 'mara', may: ['read'] },
    });
    const token = new URL(made.body.url).hash.slice('#review='.length);
    const open = () => owner('/review/session', { json: { token }, credential: null });
    const session = await open();
    await expect(session).toAnswer(200);
    const reading = { credential: session.body.access_token as string };
    await expect(await owner(`/analysis/${call}`, reading)).toAnswer(200);
    await change(reviewer, { role: 'agent', agent_id: 'other' });
    await expect(await owner(`/analysis/${call}`, reading)).toAnswer(403);
    await expect(await open()).toAnswer(403);
  });
});

describe('original recordings', () => {
  it('are open to a member while it is named and no agent, as its own answer tells', async () => {
    const reviewer = await storeMember(service, account, 'reviewer');
    const hears = async () => {
      const { member } = (await owner('/users/me', { credential: reviewer.token })).body;
      const opened = await status(`/analysis/${call}/audio?variant=original&redirect=false`, reviewer.token);
      expect(opened, 'what is granted, and what is told').toBe(member.recordings_original ? 200 : 403);
      return member.recordings_original as boolean;
    };
    expect(await hears(), 'hears originals before it is named').toBe(false);
    await change(reviewer, { recordings_original: true });
    expect(await hears(), 'hears originals while it is named').toBe(true);
    await change(reviewer, { role: 'agent', agent_id: 'agent-1' });
    await service.db.query("UPDATE analysis SET agent_id = 'agent-1' WHERE id = $1", [call]);
    expect(await hears(), 'hears originals as an agent').toBe(false);
  });
});

describe('other teams', () => {
  it('bind the token, the key and the links at the next request', async () => {
    const analyst = await storeMember(service, account, 'analyst');
    const made = await owner(`/analysis/${call}/review-links`, {
      credential: analyst.key,
      json: { reviewer_id: 'mara', may: ['read'] },
    });
    const token = new URL(made.body.url).hash.slice('#review='.length);
    const open = async () => (await owner('/review/session', { json: { token }, credential: null })).status;
    await change(analyst, { teams: ['north'] });
    expect([await status(`/analysis/${call}`, analyst.token), await open()]).toEqual([200, 200]);
    await change(analyst, { teams: ['south'] });
    expect(await status(`/analysis/${call}`, analyst.token)).toBe(404);
    expect(await status(`/analysis/${call}`, analyst.key)).toBe(404);
    expect(await open()).toBe(403);
    const submitted = { audio_url: 'https://example.com/a.wav', agent_id: 'a', contact_id: 'c' };
    const north = await owner('/analysis', {
      credential: analyst.key,
      json: { ...submitted, metadata: { team: 'north' } },
    });
    expect(north).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'metadata', 'team'], type: 'value_error' }] },
    });
    const own = await owner('/analysis', { credential: analyst.key, json: submitted });
    expect(own.body.metadata).toMatchObject({ team: 'south' });
  });

  it('hide the jobs that were started over the account', async () => {
    const analyst = await storeMember(service, account, 'analyst');
    const started = await owner('/exports', { credential: analyst.token, json: { of: 'analyses', format: 'csv' } });
    const listed = async () => (await owner('/exports', { credential: analyst.token })).body.total;
    expect(await listed()).toBe(1);
    await change(analyst, { teams: ['north'] });
    expect([await listed(), await status(`/exports/${started.body.id}`, analyst.token)]).toEqual([0, 404]);
    expect(await status('/exports', analyst.token, { of: 'analyses', format: 'csv' })).toBe(201);
    expect(await listed()).toBe(1);
  });
});

describe('a removal', () => {
  it('ends tokens, keys, invitations and links, and leaves what was written', async () => {
    const admin = await storeMember(service, account, 'admin');
    const review = await owner(`/analysis/${call}/reviews`, {
      credential: admin.token,
      json: { findings: [{ finding: 'compliance.identity_verification', answer: 'no' }] },
    });
    expect(review).toMatchObject({ status: 201, body: { reviewer_id: admin.id } });
    const invited = await owner('/invitations', {
      credential: admin.token,
      json: { email: 'x@example.com', role: 'agent' },
    });
    await expect(invited).toAnswer(201);
    await remove(admin);
    expect(await status('/users/me', admin.token)).toBe(401);
    expect(await status('/users/me', admin.key)).toBe(401);
    expect((await owner('/invitations')).body.total).toBe(0);
    expect((await owner(`/analysis/${call}/reviews`)).body.items).toMatchObject([{ reviewer_id: admin.id }]);
    expect((await owner('/members')).body.total).toBe(1);
  });
});

describe('a member who reviews', () => {
  it('writes under the own id, and under no other', async () => {
    const reviewer = await storeMember(service, account, 'reviewer');
    const findings = [{ finding: 'compliance.identity_verification', answer: 'no' }];
    const refused = await owner(`/analysis/${call}/reviews`, {
      credential: reviewer.token,
      json: { reviewer_id: 'mara', findings },
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'reviewer_id'], type: 'value_error' }] },
    });
    expect(await status('/review-queue/claim', reviewer.token, { reviewer_id: 'mara' })).toBe(422);
    expect(await status('/review-queue/claim', reviewer.token, {})).toBe(204);
    // Keys name who reviews, as before.
    expect(await status(`/analysis/${call}/reviews`, reviewer.key, { reviewer_id: 'mara', findings })).toBe(201);
  });
});
