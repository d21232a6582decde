import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { type Tus, tusAs, uploadByClient } from '../support/clients/tus-upload.js';

let service: TestService;
let account: Account;
let tus: Tus;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' }, (line) => console.log('LOG', line.slice(0,1500)));
  account = await service.openAccount();
  tus = tusAs(service.baseUrl, account.liveKey);
});
afterAll(() => service?.stop());

it('smoke', async () => {
  const bytes = recordedCall();
  const made = await tus.create(bytes.length);
  console.log(made.status, made.body, [...made.headers]);
  const id = made.body.id ?? '';
  const h = await tus.head(id);
  console.log(h.status, [...h.headers]);
  const a = await tus.append(id, 0, bytes.subarray(0, 5000));
  console.log(a.status, a.body, [...a.headers]);
  const b = await tus.append(id, 5000, bytes.subarray(5000));
  console.log(b.status, b.body, [...b.headers]);
  const o = await tus.ask('OPTIONS', '', {});
  console.log(o.status, o.body, [...o.headers]);
  const d = await tus.end(id);
  console.log(d.status, d.body, [...d.headers]);
  console.log((await tus.head(id)).status);
  const cid = await uploadByClient({ endpoint: `${service.baseUrl}/uploads`, key: account.liveKey, bytes });
  expect(await tus.offset(cid)).toBe(bytes.length);
});
