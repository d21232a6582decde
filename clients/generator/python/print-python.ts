// Prints the Python library's generated part: enums.py, models.py, and a file for each group of operations.
import type { Api, GeneratedFile } from '../model/api-model.js';
import { pascalCase, snakeCase } from '../model/names.js';
import { withOpenBodies } from '../model/open-bodies.js';
import { printEnums, printModels } from './python-models.js';
import { printOperations } from './python-operations.js';
import { HEADER } from './python-text.js';

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
    { path: `${PACKAGE}/_resources.py`, text: printResources(api, resources) },
    { path: `${PACKAGE}/_operations/__init__.py`, text: '"""The operations of the API, generated."""\n' },
  ];
}

/** What a client has for each resource, but for those that a class by hand extends. */
function printResources({ operations }: Api, resources: readonly string[]): string {
  const plain = resources
    .filter((name) => !operations.some((one) => one.resource === name && one.byHand))
    .map((name) => ({ module: snakeCase(name), type: pascalCase(name) }));
  const imports = [...plain].sort((left, right) => (left.module < right.module ? -1 : 1));
  return `${HEADER}"""The resources of a client."""

${imports.map(({ module, type }) => `from ._operations.${module} import ${type}\n`).join('')}from ._transport import Transport


class Resources:
    """What a client has for each resource."""

    def _open_resources(self, transport: Transport) -> None:
${plain.map(({ module, type }) => `        self.${module} = ${type}(transport)\n`).join('')}`;
}
