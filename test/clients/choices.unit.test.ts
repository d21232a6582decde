// A member that takes one of several kinds of values, of which one is an object without a name in the document.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { printGo } from '../../clients/generator/go/print-go.js';
import { printJava } from '../../clients/generator/java/print-java.js';
import type { GeneratedFile } from '../../clients/generator/model/api-model.js';
import { readDocument } from '../../clients/generator/model/read-document.js';
import { printPython } from '../../clients/generator/python/print-python.js';
import { printTypeScript } from '../../clients/generator/typescript/print-typescript.js';

const api = readDocument(JSON.parse(readFileSync('openapi.json', 'utf8')));
const linesOf = (files: readonly GeneratedFile[], path: string, name: string): string[] =>
  (files.find((file) => file.path.endsWith(path))?.text ?? '').split('\n').filter((line) => line.includes(name));

it('is typed with its object in each language that has a type for it', () => {
  const typescript = printTypeScript(api);
  expect(linesOf(typescript, 'params.generated.ts', 'stratify_by')).toEqual([
    "  readonly stratify_by?: 'outcome' | { readonly scorecard_id: string; readonly question: string } | null | undefined;",
  ]);
  expect(linesOf(typescript, 'models.generated.ts', 'stratify_by')).toEqual([
    "  stratify_by: 'outcome' | { scorecard_id: string; question: string } | null;",
  ]);
  const [argument] = linesOf(printPython(api), '_operations/samples.py', 'stratify_by:');
  expect(argument).toContain('Union[Union[Literal["outcome"], Mapping[str, Any]], None, NotGiven]');
  expect(linesOf(printJava(api), '/CreateSampleParams.java', 'Builder stratifyBy')).toEqual([
    '    public Builder stratifyBy(String stratifyBy) {',
    '    public Builder stratifyBy(Map<String, ?> stratifyBy) {',
  ]);
  expect(linesOf(printGo(api), 'services_gen.go', 'StratifyBy')).toEqual([
    '\tStratifyBy any `json:"stratify_by,omitempty"`',
  ]);
});
