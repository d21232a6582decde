// Objects inside of a request, for the libraries that write requests from plain values: such an object is any map, so that a form
// can be read from a file and sent as it is. What these libraries cannot tell apart is a map in answers too.
import type { Api, Model, Operation, Property, Type } from './api-model.js';

const ANY_MAP: Type = { kind: 'map', of: { kind: 'any' } };

export const withOpenBodies = (api: Api): Api => ({
  ...api,
  models: new Map([...api.models].map(([name, model]) => [name, withPlain(model)])),
  unions: api.unions.map((union) => ({ ...union, flattened: union.flattened && withPlain(union.flattened) })),
  submission: withPlain(api.submission),
  operations: api.operations.map((operation) => ({
    ...operation,
    queryParameters: operation.queryParameters.map((one) => typed(one, plain)),
    body: operation.body?.map((one) => typed(one, opened)) ?? null,
    result: plainResult(operation.result),
  })),
});

const typed = (property: Property, change: (type: Type) => Type): Property => ({
  ...property,
  type: change(property.type),
});

const withPlain = (model: Model): Model => ({
  ...model,
  properties: model.properties.map((one) => typed(one, plain)),
});

function plainResult(result: Operation['result']): Operation['result'] {
  return result.kind === 'json' ? { ...result, type: plain(result.type) } : result;
}

function opened(type: Type): Type {
  if (type.kind === 'model' || type.kind === 'union') return ANY_MAP;
  return type.kind === 'list' ? { kind: 'list', of: opened(type.of) } : plain(type);
}

function plain(type: Type): Type {
  switch (type.kind) {
    case 'choice':
      return ANY_MAP;
    case 'json':
      return { kind: 'any' };
    case 'either':
      return { ...type, of: type.of.map(plain) };
    case 'list':
    case 'map':
      return { ...type, of: plain(type.of) };
    default:
      return type;
  }
}
