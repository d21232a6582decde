// What the document says that a request must have, and when a path is refused.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApiText } from '../../../../src/commands/openapi/openapi-document.js';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Readonly<Record<string, unknown>> }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

let document: Described;
beforeAll(async () => {
  document = JSON.parse(await openApiText());
});

describe('a submission as JSON', () => {
  const parties = { agent_id: 'a', contact_id: 'c' };
  it.each([
    [{ ...parties, audio_url: 'https://example.com/a.wav' }, true],
    [{ ...parties, scenario: 'good_call' }, true],
    [{ ...parties, scenario: 'good_call', audio_url: 'https://example.com/a.wav' }, true],
    [{ ...parties, scenario: null, audio_url: 'https://example.com/a.wav' }, true],
    [parties, false],
    [{ audio_url: 'https://example.com/a.wav' }, false],
  ])('%j is described as good: %s', (body, isGood) => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema({ $id: 'document', ...document });
    expect(ajv.validate({ $ref: 'document#/components/schemas/SubmitUrlRequest' }, body)).toBe(isGood);
  });
});

it('each operation with a parameter in its path says that a broken percent escape answers 400', () => {
  const silent = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(
        ([, { responses }]) =>
          path.includes('{') && !JSON.stringify(responses['400'] ?? '').includes('path is not valid'),
      )
      .map(([method]) => `${method} ${path}`),
  );
  expect(silent).toEqual([]);
});
