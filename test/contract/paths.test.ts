// What the specification says about paths and versions, and the API document and try-out page that the service serves.
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { type Ask, askAs, upload } from '../support/clients/interface-client.js';
import { document } from '../support/clients/responses.js';

let service: TestService;
let account: Account;
let ask: Ask;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
  ask = askAs(service, account);
});
afterAll(() => service?.stop());

describe('paths', () => {
  const reads = document.operations.filter(({ method, path }) => method === 'get' && !path.includes('{'));
  it.each(reads.map(({ path }) => path))('%s is the same with a slash at its end [endpoints 1]', async (path) => {
    const [plain, slashed] = [await ask(path), await ask(`${path}/`)];
    await expect(slashed).toAnswer(plain.status);
    expect(slashed.headers.get('location'), 'the header location').toEqual(null);
    // A body that is no JSON object, such as lines of JSON, is null.
    expect(Object.keys(slashed.body ?? {})).toEqual(Object.keys(plain.body ?? {}));
  });

  it('carry the version: no other, and none, is served [versioning 1 3]', async () => {
    for (const path of ['/api/v2/analysis', '/analysis', '/v1/analysis']) {
      const response = await fetch(`${service.rootUrl}${path}`, { headers: { 'x-api-key': account.liveKey } });
      await expect(response, path).toAnswer(404, { detail: 'Not Found' });
    }
    expect(document.json.servers[0]?.url).toMatch(/\/api\/v1$/);
  });

  it('are described by the served document as by the committed one, but for the address and the settings', async () => {
    const withoutSettings = (text: string) => {
      const { info, ...rest } = JSON.parse(text);
      return { ...rest, info: { ...info, description: expect.stringContaining('## Plans and minutes') } };
    };
    const served = await (await fetch(`${service.rootUrl}/openapi.json`)).text();
    expect(JSON.parse(served.replaceAll(service.rootUrl, 'http://localhost:3000'))).toEqual(
      withoutSettings(JSON.stringify(document.json)),
    );
  });
});

describe('the page to try it out on', () => {
  it('fills in what an upload must have and nothing that may be left out', async () => {
    const script = await (await fetch(new URL('/docs/swagger-ui-init.js', service.baseUrl))).text();
    const [, options = '{}'] = /let options = (\{[\s\S]*?\n\});/.exec(script) ?? [];
    const { properties } = runInNewContext(`(${options})`).swaggerDoc.components.schemas.SubmitUploadRequest;
    expect(properties).toMatchObject({
      agent_id: { example: 'agent-7' },
      contact_id: { example: 'cust-42' },
      webhook_url: { example: '' },
      agent_channel: { example: '' },
      language: { example: '' },
      metadata: { example: '' },
    });
    const left = { webhook_url: '', agent_channel: '', language: '', metadata: '' };
    const answer = await ask('/analysis/', upload('agent-7', 'cust-42', left));
    await expect(answer).toAnswer(201);
    expect(answer.body.metadata).toEqual(expect.objectContaining({ webhook_url: null }));
  });
});
