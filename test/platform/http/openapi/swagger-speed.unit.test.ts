// What Swagger UI shows of each operation once our plugin has resolved its references, from the document of this repository.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resolveReferences } from '../../../../src/platform/http/openapi/swagger-speed.js';

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));

/** The part of a document as the plugin hands it to Swagger UI. */
async function resolvedIn(spec: object, path: readonly string[]): Promise<unknown> {
  const { requestResolvedSubtree } = resolveReferences().statePlugins.spec.actions;
  return new Promise((resolve) =>
    requestResolvedSubtree(path)({
      getConfigs: () => ({ spec: { ...spec } }),
      specActions: { updateResolvedSubtree: (_, subtree) => resolve(subtree) },
    }),
  );
}

describe('the references of an operation', () => {
  it('are resolved all, of each operation and webhook', async () => {
    for (const part of ['paths', 'webhooks'])
      for (const [path, methods] of Object.entries<object>(document[part]))
        for (const method of Object.keys(methods)) {
          const text = JSON.stringify(await resolvedIn(document, [part, path, method]));
          expect(text, `${method} ${path}`).not.toMatch(/"(\$ref|allOf)":/);
        }
  });

  it('give way to what stands beside them, and keep the name of the schema', async () => {
    const Inner = { type: 'string', description: 'Of the schema' };
    const spec = {
      components: { schemas: { Inner } },
      paths: {
        beside: { $ref: '#/components/schemas/Inner', description: 'Its own' },
        within: { allOf: [{ $ref: '#/components/schemas/Inner' }], example: 'x' },
      },
    };
    const $$ref = '#/components/schemas/Inner';
    expect(await resolvedIn(spec, ['paths', 'beside'])).toEqual({ ...Inner, $$ref, description: 'Its own' });
    expect(await resolvedIn(spec, ['paths', 'within'])).toEqual({ ...Inner, $$ref, example: 'x' });
    expect(await resolvedIn(spec, ['paths', 'unknown'])).toBeUndefined();
  });

  it('lead to no schema that refers to itself, and an `allOf` has one member, as the plugin takes for granted', () => {
    const schemas: Readonly<Record<string, unknown>> = document.components.schemas;
    const refer = (name: string, above: readonly string[]): void => {
      expect(above, `${name} refers to itself`).not.toContain(name);
      for (const [, next] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
        refer(next ?? '', [...above, name]);
    };
    for (const name of Object.keys(schemas)) refer(name, []);
    expect(JSON.stringify(document)).not.toMatch(/"allOf":\[\{[^[\]]*\},/);
  });
});
