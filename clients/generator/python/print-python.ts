// Prints the Python library's generated part: enums.py, models.py, and a file for each group of operations.
import type { Api, GeneratedFile } from '../model/api-model.js';
import { snakeCase } from '../model/names.js';
import { withOpenBodies } from '../model/open-bodies.js';
import { printEnums, printModels } from './python-models.js';
import { printOperations } from './python-operations.js';

const PACKAGE = 'clients/python/src/call_analysis';

export function printPython(document: Api): readonly GeneratedFile[] {
  const api = withOpenBodies(document);
  const resources = [...new Set(api.operations.map(({ resource }) => resource))];
  return [
    { path: `${PACKAGE}/enums.py`, text: printEnums(api) },
    { path: `${PACKAGE}/models.py`, text: printModels(api) },
    ...resources.map((resource) => ({
      path: `${PACKAGE}/_operations/${snakeCase(resource)}.py`,
      text: printOperations(api, resource),
    })),
    { path: `${PACKAGE}/_operations/__init__.py`, text: '"""The operations of the API, generated."""\n' },
  ];
}
