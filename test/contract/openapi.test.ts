import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { RESERVED_METADATA } from '../../src/calls/analysis-json.js';
import { examplesTexts } from '../../src/commands/openapi/examples/make-examples.js';
import { openApiText } from '../../src/commands/openapi/openapi-document.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { serviceEnvironment } from '../support/apps/running-service.js';
import { document } from '../support/clients/responses.js';

/** Conditions on members that have a list already: which of its values stand together with others. */
const NARROWED = /^components\/schemas\/\w+\/(oneOf\/\d+\/properties|properties\/defaults\/propertyNames)\//;
/** Some of `WebhookEvent`. Under a name of their own they would be another type in the libraries than callers name today. */
const EVENTS_OF_CALLS = /\/(webhook_events\/items|WebhookDelivery(WithRequest)?\/properties\/event)$/;

describe('the committed OpenAPI document', () => {
  it('is what the code says [versioning 2]', async () => {
    const committed = await readFile('openapi.json', 'utf8');
    expect(committed === (await openApiText()), 'openapi.json is out of date: run npm run openapi').toBe(true);
  });

  it('shows what the service answers to a sample call', async () => {
    const { env, dispose } = await serviceEnvironment();
    const texts = await examplesTexts(loadConfig(env));
    await dispose();
    for (const [file, fresh] of texts) {
      const committed = await readFile(file, 'utf8');
      expect(committed === fresh, `${file} is out of date: run npm run openapi`).toBe(true);
    }
  });

  it('names every operation, and says what it is for', () => {
    for (const { operation, method, path } of document.operations) {
      const of = `${method} ${path}`;
      expect(operation.operationId, `the name of ${of}`).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.summary, `the summary of ${of}`).toMatch(/\w/);
      expect(operation.tags, `the tags of ${of}`).toHaveLength(1);
    }
  });

  it('says of every answer what came back', () => {
    for (const { operation, method, path } of document.operations) {
      for (const status of Object.keys(operation.responses)) {
        const { description } = document.response(operation, status) ?? {};
        expect(description, `${method} ${path} ${status}`).toMatch(/^(?!Done\.).*\w/);
      }
    }
  });

  it('names its schemas for clients, and every enumeration once', () => {
    const { schemas } = document.json.components;
    expect(Object.keys(schemas).filter((name) => /Response|Function|Object/.test(name))).toEqual([]);
    const listed = enumerationsIn({ paths: document.json.paths, components: { schemas } }).filter(
      ({ place }) => !EVENTS_OF_CALLS.test(place) && !NARROWED.test(place),
    );
    expect(
      listed.filter(
        ({ place }) => !/^components\/schemas\/(\w+|Speaker\/anyOf\/0|CustomMetadata\/propertyNames\/not)$/.test(place),
      ),
    ).toEqual([]);
    expect(new Set(listed.map(({ values }) => values)).size, 'lists that differ').toBe(listed.length);
  });

  it('tells the states of an analysis apart by its status', () => {
    for (const name of ['Analysis', 'AnalysisSummary']) {
      const refs = ['Processing', 'Completed', 'Failed'].map((state) => `#/components/schemas/${state}${name}`);
      expect(document.json.components.schemas[name]).toMatchObject({
        oneOf: refs.map(($ref) => ({ $ref })),
        discriminator: {
          propertyName: 'status',
          mapping: { processing: refs[0], completed: refs[1], failed: refs[2] },
        },
      });
    }
  });

  it('names the keys of custom metadata that are reserved', () => {
    expect(document.json.components.schemas.CustomMetadata).toMatchObject({
      propertyNames: { not: { enum: RESERVED_METADATA } },
    });
    expect(Object.keys(document.json.components.schemas.CompletedMetadata?.properties ?? {}).sort()).toEqual(
      [...RESERVED_METADATA].sort(),
    );
  });

  it('has a notification with all that the analysis has of its recording but the link', () => {
    const { Audio, NotifiedAudio } = document.json.components.schemas;
    expect(['url', ...Object.keys(NotifiedAudio?.properties ?? {})]).toEqual(Object.keys(Audio?.properties ?? {}));
  });

  it('has its tags in the order in which a newcomer needs them, and uses no other', () => {
    const names = document.json.tags.map(({ name }) => name);
    expect(names).toEqual([
      'Authentication',
      'API keys',
      'Analyses',
      'Uploads',
      'Batches',
      'Scorecards',
      'Evaluations',
      'Reviews',
      'Disputes',
      'Calibration',
      'Redaction',
      'Data',
      'Engines',
      'Statistics',
      'Exports',
      'Sources',
      'Webhooks',
      'Billing',
      'Users',
      'Members',
      'Sign-in',
    ]);
    expect(new Set(document.operations.map(({ operation }) => operation.tags?.[0]))).toEqual(new Set(names));
  });

  it('has a scheme for each kind of credential', () => {
    expect(document.json.components.securitySchemes).toMatchObject({
      log_in: {
        type: 'oauth2',
        flows: { password: { tokenUrl: 'http://localhost:3000/api/v1/auth/token', scopes: {} } },
      },
      bearer: { type: 'http', scheme: 'bearer' },
      api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    });
  });

  it('says of every list in a form that it is one field, with commas', () => {
    for (const { operation } of document.operations) {
      const form = operation.requestBody?.content['multipart/form-data'];
      const { properties = {} } = document.json.components.schemas[form?.schema?.$ref?.split('/').at(-1) ?? ''] ?? {};
      const lists = Object.keys(properties).filter((name) => [properties[name]?.type].flat().includes('array'));
      expect(form?.encoding ?? {}).toEqual(
        Object.fromEntries(lists.map((name) => [name, { style: 'form', explode: false }])),
      );
    }
  });

  it('has an example for every error', () => {
    for (const { operation, path, method } of document.operations) {
      for (const status of Object.keys(operation.responses).filter((code) => Number(code) >= 400)) {
        expect(document.examples(operation, status), `examples of ${method} ${path} ${status}`).not.toEqual([]);
      }
    }
  });
});

interface Enumeration {
  readonly place: string;
  readonly values: string;
}

/** With two values or more. A member that always has one value needs no name. */
function enumerationsIn(value: unknown, place: readonly string[] = []): readonly Enumeration[] {
  if (typeof value !== 'object' || value === null) return [];
  const own =
    'enum' in value && Array.isArray(value.enum) && value.enum.length > 1
      ? [{ place: place.join('/'), values: JSON.stringify(value.enum) }]
      : [];
  const inside = Object.entries(value)
    .filter(([key]) => key !== 'example' && key !== 'examples')
    .flatMap(([key, member]) => enumerationsIn(member, [...place, key]));
  return [...own, ...inside];
}
