// What another account stores changes no answer: the same questions are asked before and after it has calls of its own, by the
// same agents, with the same contacts and the same words.
import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPORTED_ROWS } from '../../src/wire/export-columns.js';
import { startTestService, type TestService } from '../support/apps/running-service.js';
import { exportFile } from '../support/builders/exported-calls.js';
import { openDataSource } from '../support/builders/listing-data.js';
import { Random } from '../support/builders/random.js';
import { askAs } from '../support/clients/interface-client.js';
import { answered, drawQuestion, fillAtRandom, TIME } from './random-questions.js';

const QUESTIONS = 200;

let service: TestService;
let dataSource: DataSource;

beforeAll(async () => {
  service = await startTestService({ ANALYSIS_ENGINE: 'rules' });
  dataSource = await openDataSource(service.env.DATABASE_URL ?? '');
});
afterAll(async () => {
  await dataSource?.destroy();
  await service?.stop();
});

it(`changes none of ${QUESTIONS} answers of another, and no file of an export`, async () => {
  const [account, other] = [await service.openAccount(), await service.openAccount()];
  const ask = askAs(service, account);
  const { cards } = await fillAtRandom({ service, dataSource }, account, new Random(48));
  const random = new Random(49);
  const paths = Array.from({ length: QUESTIONS }, () => drawQuestion(random, cards));
  const endpoint = { url: 'http://127.0.0.1:9999/hook', events: ['analysis.failed'] };
  await expect(await ask('/webhooks/endpoints', { json: endpoint })).toAnswer(201);
  const filter = { agent_id: 'agent-7', created_before: '2026-01-01T00:00:00Z' };
  const everything = async () => {
    const answers = new Map<string, unknown>();
    for (const path of [...paths, '/webhooks/endpoints']) answers.set(path, await answered(ask, path));
    for (const of of EXPORTED_ROWS) answers.set(of, (await exportFile(ask, { of, format: 'csv', filter })).toString());
    return answers;
  };
  // Words of the last calls are indexed beside the first answers, which say so.
  while ((await ask('/search?q=the')).body.indexing) await setTimeout(100);
  const before = await everything();
  const telling = [...before].filter(
    ([path, answer]) =>
      path.startsWith('/') && /"(calls|evaluations|answered|total)":[1-9]/.test(JSON.stringify(answer)),
  );
  expect(telling.length, 'answers that tell of calls').toBeGreaterThan(QUESTIONS / 3);

  const store = await fillAtRandom({ service, dataSource }, other, new Random(50));
  const stranger = askAs(service, other);
  const { body: theirs } = await stranger('/webhooks/endpoints', { json: endpoint });
  const after = await everything();
  for (const [path, answer] of before) expect({ path, answer: after.get(path) }).toEqual({ path, answer });
  for (const path of ['', '/secret', '/deliveries']) {
    await expect(await stranger(`/webhooks/endpoints/${theirs.id}${path}`)).toAnswer(200);
    await expect(await ask(`/webhooks/endpoints/${theirs.id}${path}`)).toAnswer(404);
  }
  for (const path of ['/rotate', '/test'])
    await expect(await ask(`/webhooks/endpoints/${theirs.id}${path}`, { method: 'POST', json: {} })).toAnswer(404);
  await expect(await ask(`/webhooks/endpoints/${theirs.id}`, { method: 'DELETE' })).toAnswer(404);
  await expect(await ask(`/webhooks/endpoints/${theirs.id}`, { method: 'PUT', json: endpoint })).toAnswer(404);
  const ofTheirCard = await ask(`/statistics?of=evaluations&scorecard_id=${store.cards[0]}&${TIME}`);
  expect(ofTheirCard.body.totals?.evaluations ?? 0, 'evaluations by their scorecard').toBe(0);
});
