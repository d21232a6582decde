// What the document allows is never refused for its shape, and no edge of what it allows is an error of the service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casesOf } from '../gates/cases-of.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { DocumentedValues, EDGE_NUMBERS, EDGE_TIMES } from '../support/builders/documented-values.js';
import { Random } from '../support/builders/random.js';
import { document, pointerTo, problemsOf, type Route } from '../support/clients/responses.js';

/** Bodies of each operation. */
const BODIES = casesOf(60, 20);
/** Draws until that many bodies are valid: the rules between members refuse some. */
const MAX_DRAWS = 2_000;
/** Types of the items of a 422 that say that a member is missing, too many, or of another type, number or length. */
const OF_SHAPE =
  /^(missing|extra_forbidden|enum|.*_type|(int|float|bool|uuid)_parsing|string_too_(short|long)|string_pattern_mismatch|(greater|less)_than_equal|too_(short|long))$/;
/** Sentences of what must stand together, which the document can say. */
const OF_COMPANY =
  /a role is of AWS alone|have no column|each line has its own|whole objects|a source of kind|stands in place of/;
/** Names and ids that each installation has of its own, so that no document can list them. */
const isOfInstallation = (msg: string, loc: readonly string[]) =>
  /offers no engines/.test(msg) || loc.includes('engines') || loc.includes('analysis_ids');
const JSON_TYPE = 'application/json';
/** They end the account, or the sessions of the test's account. */
const LEFT_OUT = ['deleteCurrentUser'];

let service: TestService;
let account: Account;
const ids = new Map<string, string>();

/** Nothing answers where roles are assumed. */
const NO_STS = {
  AWS_ACCESS_KEY_ID: 'AKIA',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_ENDPOINT_URL_STS: 'http://127.0.0.1:1',
};

beforeAll(async () => {
  Object.assign(process.env, NO_STS);
  const unlimited = { RATE_LIMIT_DEFAULT: '100000', RATE_LIMIT_SUBMISSION: '100000', RATE_LIMIT_AUTH: '100000' };
  service = await startTestService({ PROCESS: 'api', ...unlimited });
  account = await service.openAccount();
  const made = async (path: string, body: object) => (await send('post', path, JSON.stringify(body))).body.id;
  ids.set('/scorecards', await made('/scorecards', { name: 'Card' }));
  ids.set('/webhooks/endpoints', await made('/webhooks/endpoints', { url: 'https://example.com', events: ['*'] }));
});
afterAll(async () => {
  for (const name of Object.keys(NO_STS)) delete process.env[name];
  await service?.stop();
});

async function send(method: string, path: string, body?: string) {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${account.accessToken}`,
      ...(body !== undefined && { 'content-type': JSON_TYPE }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  // Lines of JSON are no JSON.
  const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, text, body: isJson ? JSON.parse(text) : null };
}

const addressOf = ({ path }: Route) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string, at: number) =>
    name === 'revision' ? '1' : (ids.get(path.slice(0, at - 1)) ?? '5f0c2a7e-8d41-4a0b-9a53-6f1f6d1b2c3d'),
  );

const operations = document.operations.filter(({ operation }) => !LEFT_OUT.includes(operation.operationId ?? ''));
const named = (route: Route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const;

describe('a body that the document allows', () => {
  const withBody = operations.filter(({ operation }) => operation.requestBody?.content[JSON_TYPE]?.schema?.$ref);

  it.each(withBody.map(named))('is never refused for its shape: %s', async (_, route) => {
    const { method, path, operation } = route;
    const place = pointerTo(['paths', path, method, 'requestBody', 'content', JSON_TYPE, 'schema']);
    const values = new DocumentedValues(new Random(58));
    const schema = operation.requestBody?.content[JSON_TYPE]?.schema ?? {};
    let sent = 0;
    for (let draws = 0; draws < MAX_DRAWS && sent < BODIES; draws++) {
      const body = values.of(schema);
      if (problemsOf(place, body).length > 0) continue;
      sent += 1;
      const answer = await send(method, addressOf(route), JSON.stringify(body));
      expect(answer.status, `${JSON.stringify(body)}: ${answer.text}`).not.toBe(500);
      const items: { type: string; msg: string; loc: string[] }[] = answer.status === 422 ? answer.body.detail : [];
      const refused = items.filter(
        ({ type, msg, loc }) => (OF_SHAPE.test(type) && !isOfInstallation(msg, loc)) || OF_COMPANY.test(msg),
      );
      expect(refused, JSON.stringify(body)).toEqual([]);
    }
    expect(sent, 'bodies that were sent').toBe(BODIES);
  });
});

describe('an edge of what a query takes', () => {
  const withQuery = operations.filter(({ operation }) => operation.parameters?.some((one) => one.in === 'query'));

  it.each(withQuery.map(named))('is no error of the service: %s', async (_, route) => {
    const parameters = (route.operation.parameters ?? []).filter((one) => one.in === 'query');
    const edges = parameters.flatMap(({ name, schema }) => {
      const isTime = schema?.format === 'date-time' || /_(after|before)$|^(from|to)$/.test(name);
      const isNumber = /integer|number/.test(schema?.type ?? '');
      const values = [...(isTime ? EDGE_TIMES : []), ...(isNumber || isTime ? [...EDGE_NUMBERS, 253_402_300_798] : [])];
      const zones = /zone/.test(name) ? ['Pacific/Apia', 'Etc/GMT+12', 'UTC', 'Asia/Kathmandu'] : [];
      return [...values, ...zones].map((value): [string, string] => [name, String(value)]);
    });
    const needed = parameters.filter(({ required }) => required).map(({ name }): [string, string] => [name, 'refund']);
    const queries = edges.map((edge) => [...needed, edge]);
    // All times at once, from the first to the last that is read.
    const [first = '', last = ''] = [EDGE_TIMES[0], EDGE_TIMES.at(-1)];
    for (const by of ['day', 'month', ''])
      queries.push([
        ...needed,
        ...parameters.flatMap(({ name }): [string, string][] => {
          if (/_after$|^from$/.test(name)) return [[name, first]];
          if (/_before$|^to$/.test(name)) return [[name, last]];
          return name === 'group_by' && by !== '' ? [[name, by]] : [];
        }),
      ]);
    for (const query of queries) {
      const path = `${addressOf(route)}?${new URLSearchParams(query)}`;
      const { status, text } = await send(route.method, path);
      expect(status, `${path}: ${text.slice(0, 200)}`).toBeLessThan(500);
    }
  });
});
