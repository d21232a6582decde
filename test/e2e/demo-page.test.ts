// The page with sample calls that anyone may read: DEMO.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService, until } from '../support/apps/running-service.js';
import { providerSettings, startScriptedProvider } from '../support/builders/scripted-call.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

let provider: OpenAiStub;
let service: TestService;
beforeAll(async () => {
  provider = await startScriptedProvider({
    transcribe: () => ({ body: { text: 'Thank you for calling, how can I help?', languages: [{ code: 'en' }] } }),
  });
  service = await startTestService({ ...providerSettings(provider), DEMO: 'true', REGISTRATION: 'closed' });
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

const read = async (path: string) => {
  const response = await fetch(`${service.rootUrl}${path}`);
  return { response, html: await response.text() };
};
const storedCalls = async () =>
  (await service.db.query('SELECT id, external_id FROM analysis ORDER BY created_at, id')).rows;

describe('GET /demo', () => {
  it('shows three analysed calls to anyone, with their reports and recordings, and nothing else', async () => {
    await until(async () => (await read('/demo')).html.split('>Open the report<').length === 4, 'three reports');
    const { response, html } = await read('/demo');
    await expect(response).toAnswer(200);
    expect(response.headers.get('refresh')).toBeNull();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const links = [...html.matchAll(/href="(demo\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(links).toEqual(['demo/good-call', 'demo/bad-call', 'demo/good-call-phone']);
    for (const link of links) {
      const report = await read(`/${link}`);
      await expect(report.response, link).toAnswer(200);
      const audio = /<audio [^>]*src="([^"]+)"/.exec(report.html)?.[1]?.replaceAll('&#38;', '&') ?? '';
      expect(report.html, link).toContain('Transcript');
      const sound = await fetch(audio, { headers: { range: 'bytes=0-99' } });
      await expect(sound, link).toAnswer(206);
    }
    expect((await read('/')).html).toContain('href="demo"');
    await expect((await read('/demo/other')).response).toAnswer(404);
    for (const { id } of await storedCalls())
      await expect((await read(`/api/v1/analysis/${id}`)).response, 'without a credential').toAnswer(401);
  });

  it('makes each call once, and again where it was deleted', async () => {
    const before = await storedCalls();
    expect(before, 'calls').toHaveLength(3);
    const [gone] = before;
    await service.db.query('DELETE FROM analysis WHERE id = $1', [gone.id]);
    await service.db.query("UPDATE round_lease SET due_at = now() WHERE name = 'demo-calls'");
    await (await service.takeDown())();
    await until(async () => (await storedCalls()).length === 3, 'the call that was deleted');
    const after = await storedCalls();
    expect(new Set(after.map((call) => call.external_id))).toEqual(new Set(before.map((call) => call.external_id)));
    expect(
      after.filter(({ id }) => before.some((call) => call.id === id)),
      'calls that stayed',
    ).toHaveLength(2);
  });

  it('lets no one into its account', async () => {
    const email = 'demo@demo.invalid';
    const { rows } = await service.db.query('SELECT email_verified_at FROM member WHERE email = $1', [email]);
    expect(rows).toEqual([{ email_verified_at: null }]);
  });
});
