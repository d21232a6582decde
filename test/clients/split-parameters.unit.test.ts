// An operation with a body and with parameters of the query, which no operation of the document is today: the caller gives them
// together, and each library sends each in its place.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { printGo } from '../../clients/generator/go/print-go.js';
import { printJava } from '../../clients/generator/java/print-java.js';
import type { GeneratedFile } from '../../clients/generator/model/api-model.js';
import { readDocument } from '../../clients/generator/model/read-document.js';
import { printPython } from '../../clients/generator/python/print-python.js';
import { printCurl } from '../../clients/generator/samples/curl-samples.js';
import { printTypeScript } from '../../clients/generator/typescript/print-typescript.js';

/** `createRescore` with one more parameter, in the query. */
function api() {
  const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const create = document.paths['/rescores'].post;
  const before = { name: 'told_before', in: 'query', description: 'Said first.', schema: { type: 'boolean' } };
  create.parameters = [...(create.parameters ?? []), before];
  return readDocument(document);
}

const sourceOf = (files: readonly GeneratedFile[], path: string): string =>
  files.find((file) => file.path.endsWith(path))?.text ?? '';

it('is printed with both for each language', () => {
  const split = api();
  const java = sourceOf(printJava(split), '/Rescores.java');
  expect(java).toContain('ApiRequest.post("/rescores").query(params, "told_before").json(params, "told_before")');
  const typescript = sourceOf(printTypeScript(split), 'resources.generated.ts');
  expect(typescript).toContain(
    "    const { told_before, ...body } = params;\n    return this.sender.json('POST', '/rescores', { query: { told_before }, body }, options);",
  );
  const go = sourceOf(printGo(split), 'services_gen.go');
  expect(go).toContain('\trequest.split([]string{"told_before"})\n');
  expect(go).toContain('\tToldBefore *bool `json:"told_before,omitempty"`\n');
  const python = printPython(split).find(({ text }) => text.includes('"/rescores"') && text.includes('told_before'));
  expect(python?.text).toMatch(/query=query_of\(\{?[^)]*told_before/);
});

it('is one command of curl', () => {
  const sample = printCurl({
    operationId: 'createThing',
    method: 'POST',
    path: '/things',
    pathParameters: {},
    query: { told_before: true },
    headers: {},
    body: { name: 'a' },
    file: null,
    contentType: 'application/json',
    credential: 'none',
  });
  expect(sample).toContain('curl "$CALL_ANALYSIS_URL/api/v1/things?told_before=true"');
  expect(sample).not.toContain('--data-urlencode');
});
