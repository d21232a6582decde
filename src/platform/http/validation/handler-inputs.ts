// Inputs of a route's handler: the classes of its query and its JSON body, and query parameters that it names one by one.
import type { ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { jsonBodyOf } from '../body/body.guard.js';

export interface HandlerInputs {
  readonly query: Type | null;
  /** Names of single query parameters, as in `@Query('signature')`. */
  readonly queryNames: readonly string[];
  readonly body: Type | null;
  /** The handler reads the body itself: JSON, or a form or JSON. Then `body` is the class of the JSON. */
  readonly readsBody: boolean;
}

const known = new WeakMap<object, HandlerInputs>();

export function inputsOf(context: ExecutionContext): HandlerInputs {
  const handler = context.getHandler();
  const found = known.get(handler) ?? readInputs(context);
  known.set(handler, found);
  return found;
}

function readInputs(context: ExecutionContext): HandlerInputs {
  const [controller, handler] = [context.getClass(), context.getHandler()];
  const types: (Type | undefined)[] =
    Reflect.getMetadata('design:paramtypes', controller.prototype, handler.name) ?? [];
  const parameters: Record<string, { readonly index: number; readonly data?: unknown }> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) ?? {};
  const ofKind = (kind: RouteParamtypes) =>
    Object.entries(parameters).flatMap(([key, parameter]) => (key.startsWith(`${kind}:`) ? [parameter] : []));
  const classOf = (kind: RouteParamtypes) => {
    const whole = ofKind(kind).find(({ data }) => data === undefined);
    return (whole && types[whole.index]) ?? null;
  };
  const json = jsonBodyOf(handler);
  return {
    query: classOf(RouteParamtypes.QUERY),
    queryNames: ofKind(RouteParamtypes.QUERY).flatMap(({ data }) => (typeof data === 'string' ? [data] : [])),
    body: json ?? classOf(RouteParamtypes.BODY),
    readsBody: json !== null,
  };
}
