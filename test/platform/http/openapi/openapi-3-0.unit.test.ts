import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asOpenApi30 } from '../../../../src/platform/http/openapi/openapi-3-0.js';
import { operationsOf } from '../../../../src/platform/http/openapi/openapi-types.js';

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
const twin = asOpenApi30(document);

/** The schema of the only member of a document that has this one. */
function converted(schema: object, schemas: object = {}) {
  const { components } = asOpenApi30({
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: {},
    webhooks: { x: { $ref: '#/components/schemas/Holder' } },
    components: { schemas: { ...schemas, Holder: { type: 'object', properties: { member: schema } } } },
  });
  const { Holder, ...others } = components?.schemas ?? {};
  return { member: Holder && 'properties' in Holder ? Holder.properties?.member : undefined, others };
}

describe('the 3.0 twin of the document', () => {
  it('has the same operations, each with one body [settled 42]', () => {
    expect(twin.openapi).toBe('3.0.3');
    const idsOf = (each: typeof twin) => operationsOf(each).map(({ operation }) => operation.operationId);
    expect(idsOf(twin)).toEqual(idsOf(document));
    const types = operationsOf(twin).flatMap(({ operation: { operationId, requestBody } }) =>
      requestBody && 'content' in requestBody ? [[operationId, Object.keys(requestBody.content)]] : [],
    );
    expect(types.filter(([, names]) => names?.length !== 1)).toEqual([]);
    expect(Object.fromEntries(types)).toMatchObject({
      createAnalysis: ['multipart/form-data'],
      createAnalysisFromUrl: ['application/json'],
    });
  });

  it('keeps the requests that the service sends where tools for 3.0 look for them', () => {
    expect(Object.keys(Reflect.get(twin, 'x-webhooks'))).toEqual(Object.keys(document.webhooks));
    expect(twin.webhooks).toBeUndefined();
    expect(Object.keys(twin.components?.schemas ?? {})).toEqual(
      expect.arrayContaining(['AnalysisCompletedEvent', 'AnalysisFailedEvent']),
    );
  });

  it.each([
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [{ type: 'null' }, { type: 'string', nullable: true, enum: [null] }],
    [{ const: 'a' }, { enum: ['a'] }],
    [
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 },
      { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    ],
    [
      { type: 'string', examples: ['a', 'b'] },
      { type: 'string', example: 'a' },
    ],
    [{ type: 'string', contentMediaType: 'text/plain', contentSchema: {} }, { type: 'string' }],
    [
      { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
      { oneOf: [{ type: 'string', nullable: true }, { type: 'number' }] },
    ],
    [
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
      { type: 'string', nullable: true, enum: ['a', null] },
    ],
    [
      { type: 'object', properties: { type: { type: ['integer', 'null'] } }, additionalProperties: true },
      {
        type: 'object',
        properties: { type: { type: 'integer', nullable: true } },
        additionalProperties: true,
      },
    ],
    [
      { type: 'string', format: 'binary' },
      { type: 'string', format: 'binary' },
    ],
    [
      { type: 'array', items: { type: ['string', 'null'] }, example: [{ type: 'null' }] },
      { type: 'array', items: { type: 'string', nullable: true }, example: [{ type: 'null' }] },
    ],
  ])('says %j as %j', (given, expected) => {
    expect(converted(given).member).toEqual(expected);
  });

  it('says a reference with siblings as a part, and one that may be null by a nullable form of the component', () => {
    const Colour = { type: 'string', enum: ['red', 'blue'] };
    const $ref = '#/components/schemas/Colour';
    expect(converted({ $ref, description: 'Its colour.' }, { Colour })).toEqual({
      member: { allOf: [{ $ref }], description: 'Its colour.' },
      others: { Colour },
    });
    expect(converted({ description: 'Its colour.', anyOf: [{ $ref }, { type: 'null' }] }, { Colour })).toEqual({
      member: { description: 'Its colour.', allOf: [{ $ref: '#/components/schemas/NullableColour' }] },
      others: { NullableColour: { ...Colour, nullable: true, enum: ['red', 'blue', null] } },
    });
  });

  it('has no null in a form, and objects that generators recognise as such', () => {
    expect(twin.components?.schemas?.SubmitUploadRequest).toMatchObject({
      properties: {
        language: { type: 'string', pattern: '^[a-z]{2}$' },
        metadata: { $ref: '#/components/schemas/CustomMetadata' },
        audio_file: { type: 'string', format: 'binary' },
      },
    });
    expect(JSON.stringify(twin.components?.schemas?.SubmitUploadRequest)).not.toMatch(/nullable/i);
    expect(JSON.stringify(twin.components?.schemas?.SubmitUrlRequest)).toMatch(/"nullable":true/);
  });

  it('refuses what 3.0 has no words for', () => {
    expect(() => converted({ prefixItems: [] })).toThrow('OpenAPI 3.0 has no prefixItems');
    expect(() => converted({ type: ['string', 'integer'] })).toThrow('OpenAPI 3.0 has no list of types');
  });
});
