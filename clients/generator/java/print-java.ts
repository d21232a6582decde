// Prints the generated part of the Java library: models, enums, parameters and resources, one file a class.
import type { Api, GeneratedFile } from '../model/api-model.js';
import { withOpenBodies } from '../model/open-bodies.js';
import { usedEnums, usedModels } from '../model/used-models.js';
import { enumFile, modelFile } from './java-models.js';
import { paramsFiles, resourceFile, resourcesFile } from './java-operations.js';

export function printJava(document: Api): readonly GeneratedFile[] {
  const api = withOpenBodies(document);
  const resources = [...new Set(api.operations.map(({ resource }) => resource))];
  return [
    ...usedEnums(api, 'flattened').map(enumFile),
    ...usedModels(api, 'flattened').map(modelFile),
    ...paramsFiles(api),
    ...resources.map((resource) =>
      resourceFile(
        resource,
        api.operations.filter((one) => one.resource === resource),
      ),
    ),
    resourcesFile(resources),
  ];
}
