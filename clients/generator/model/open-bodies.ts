// Objects inside of a request, for the libraries that write requests from plain values: such an object is any map, so that a form
// can be read from a file and sent as it is.
import type { Api, Type } from './api-model.js';

export const withOpenBodies = (api: Api): Api => ({
  ...api,
  operations: api.operations.map((operation) => ({
    ...operation,
    body: operation.body?.map((property) => ({ ...property, type: opened(property.type) })) ?? null,
  })),
});

function opened(type: Type): Type {
  if (type.kind === 'model' || type.kind === 'union') return { kind: 'map', of: { kind: 'any' } };
  return type.kind === 'list' ? { kind: 'list', of: opened(type.of) } : type;
}
