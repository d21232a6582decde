// Adds to each operation of the API document the errors that follow from its parameters, its body and who may call it.
import type { OpenAPIObject } from '@nestjs/swagger';
import {
  type ApiError,
  invalid,
  invalidLink,
  linkAllowsNo,
  linkOfAnother,
  pathNotValid,
  roleRequired,
  scopeMissing,
  tokenRequired,
  tooManyRequests,
  unauthorized,
  unavailable,
  unexpected,
  type ValidationItem,
} from '../../errors/api-error.js';
import { atLeast, MESSAGES, oneOf } from '../../errors/validation-messages.js';
import { bodyTooLarge, bodyTooSlow, bodyUnreadable, wrongContentType } from '../body/body.guard.js';
import { KEY_REUSED, responseForgotten, stillRunning } from '../idempotency/idempotency-errors.js';
import { RATE_LIMIT_HEADERS, REQUEST_ID_HEADER } from './openapi-headers.js';
import { componentName, type Operation } from './openapi-types.js';
import { describeErrors, errorContent, errorExamples, errorHeaders } from './refuses.js';

interface OperationTraits {
  /** Accepts an Idempotency-Key. */
  readonly idempotent: boolean;
  readonly tokenOnly: boolean;
  readonly limited: boolean;
  /** The handler needs no server, so that it can fail with neither 500 nor 503. */
  readonly standalone: boolean;
  readonly scope: string | null;
  /** The role that a member needs at least; null where each member is let in. */
  readonly role: string | null;
  /** Right that a review link needs for the operation; null when no link opens it. */
  readonly linkAct: string | null;
}

const RESPONSE_NAMES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  429: 'RateLimited',
  500: 'UnexpectedError',
  503: 'Unavailable',
};

/** Every rate-limited operation has these. The document holds each once, as a component. */
const COMMON: readonly (readonly [description: string, errors: readonly [ApiError, ...ApiError[]]])[] = [
  ['Credentials are missing, wrong or expired.', [unauthorized(), unauthorized('Token has expired')]],
  ['A rate limit is used up.', [tooManyRequests(17)]],
  ['Something failed on our side.', [unexpected()]],
  ['A dependency of the service is unavailable; nothing was changed.', [unavailable(5)]],
];

export function commonResponses() {
  return Object.fromEntries(
    COMMON.map(([description, errors]) => [
      RESPONSE_NAMES[errors[0].status],
      {
        description,
        headers: { ...REQUEST_ID_HEADER, ...RATE_LIMIT_HEADERS, ...errorHeaders(errors) },
        content: errorContent(errors),
      },
    ]),
  );
}

/** Adds the errors to those that the operation declares with `@Refuses`. */
export function completeErrors(operation: Operation, document: OpenAPIObject, traits: OperationTraits): void {
  const { tokenOnly, limited, scope, role, linkAct, idempotent, standalone } = traits;
  const faults = exampleFaults(operation, document);
  const body = operation.requestBody;
  const takesJson = bodySchema(operation) !== null;
  const guarded = (operation.security?.length ?? 0) > 0;
  const hasPathParameter = operation.parameters?.some((parameter) => !('$ref' in parameter) && parameter.in === 'path');
  const errors: readonly (ApiError | false)[] = [
    hasPathParameter === true && pathNotValid(),
    ...(body === undefined ? [] : [bodyTooLarge(), bodyTooSlow(), bodyUnreadable()]),
    guarded && unauthorized(),
    guarded && unauthorized('Token has expired'),
    tokenOnly && tokenRequired(),
    scope !== null && scopeMissing(scope),
    role !== null && roleRequired(role),
    linkAct !== null && invalidLink(),
    linkAct === 'review' && linkAllowsNo('reviews'),
    linkAct === 'correct' && linkAllowsNo('corrections'),
    linkAct === 'acknowledge' && linkAllowsNo('acknowledgements'),
    linkAct === 'dispute' && linkAllowsNo('disputes'),
    linkAct !== null && linkAct !== 'read' && linkOfAnother(),
    ...faults.map((fault) => invalid([fault])),
    // The one route without a rate limit takes the payment provider's events, whatever the query of its address.
    limited && invalid([UNKNOWN_PARAMETER]),
    takesJson && wrongContentType(bodyTypes(operation)),
    ...(idempotent ? [stillRunning(), responseForgotten(), invalid([KEY_REUSED])] : []),
    limited && tooManyRequests(17),
    !standalone && unexpected(),
    !standalone && unavailable(5),
  ];
  const groups = new Map<number, ApiError[]>();
  for (const error of errors) if (error) groups.set(error.status, [...(groups.get(error.status) ?? []), error]);
  for (const [status, group] of groups) addErrors(operation, status, group, limited);
}

function addErrors(operation: Operation, status: number, errors: readonly ApiError[], limited: boolean): void {
  const own = operation.responses[status];
  const common = limited ? RESPONSE_NAMES[status] : undefined;
  if (own === undefined && common !== undefined) {
    operation.responses[status] = { $ref: `#/components/responses/${common}` };
    return;
  }
  if (own === undefined) {
    const description = status === 422 ? 'Part of the input is invalid.' : describeErrors(errors);
    operation.responses[status] = { description, headers: errorHeaders(errors), content: errorContent(errors) };
    return;
  }
  if ('$ref' in own) return;
  const json = own.content?.['application/json'];
  if (json) json.examples = { ...json.examples, ...errorExamples(errors) };
  own.headers = { ...errorHeaders(errors), ...own.headers };
}

/** One example fault for each kind of parameter, and one for the body. */
function exampleFaults(operation: Operation, document: OpenAPIObject): readonly ValidationItem[] {
  const faults: ValidationItem[] = [];
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter || !parameter.schema || '$ref' in parameter.schema) continue;
    const { name, schema, in: location } = parameter;
    if (location === 'path' && schema.format === 'uuid') faults.push(malformedUuid(name));
    else if (location === 'path' && schema.type === 'integer') faults.push(malformedWhole(name));
    else if (location === 'query' && schema.minimum !== undefined) faults.push(below(name, schema.minimum));
    else if (location === 'query' && schema.enum) faults.push(notOneOf(name, schema.enum));
  }
  const missing = firstRequired(operation, document);
  if (missing !== null) faults.push({ type: 'missing', loc: ['body', missing], msg: MESSAGES.missing });
  return faults;
}

const UNKNOWN_PARAMETER: ValidationItem = {
  type: 'extra_forbidden',
  loc: ['query', 'page'],
  msg: MESSAGES.extra_forbidden,
  input: '2',
};

const malformedUuid = (name: string): ValidationItem => ({
  type: 'uuid_parsing',
  loc: ['path', name],
  msg: MESSAGES.uuid_parsing,
  input: 'abc',
});

const malformedWhole = (name: string): ValidationItem => ({
  type: 'int_parsing',
  loc: ['path', name],
  msg: MESSAGES.int_parsing,
  input: 'abc',
});

const below = (name: string, minimum: number): ValidationItem => ({
  type: 'greater_than_equal',
  loc: ['query', name],
  msg: atLeast(minimum),
  input: String(minimum - 1),
});

const notOneOf = (name: string, values: readonly unknown[]): ValidationItem => ({
  type: 'enum',
  loc: ['query', name],
  msg: oneOf(values),
  input: 'other',
});

function firstRequired(operation: Operation, document: OpenAPIObject): string | null {
  const schema = bodySchema(operation);
  const found = schema && document.components?.schemas?.[componentName(schema)];
  return found && !('$ref' in found) ? (found.required?.[0] ?? null) : null;
}

/** Empty when there is no body. */
function bodyTypes({ requestBody }: Operation): readonly string[] {
  return requestBody && !('$ref' in requestBody) ? Object.keys(requestBody.content) : [];
}

/** The reference to the body's schema. Null without a body, and for a body of any content type that is read unparsed. */
function bodySchema(operation: Operation): string | null {
  const body = operation.requestBody;
  if (!body || '$ref' in body) return null;
  const [media] = Object.values(body.content);
  const schema = media?.schema;
  const direct = schema && '$ref' in schema ? schema : schema?.oneOf?.find((option) => '$ref' in option);
  return direct && '$ref' in direct ? direct.$ref : null;
}
