// `@Refuses` documents the errors of an operation from the error objects that it throws, so that no sentence is written twice.
import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiResponse } from '@nestjs/swagger';
import type { ApiError } from '../../errors/api-error.js';

/** `@Refuses(notFound('API key'))`: each error becomes an example of its status. */
export const Refuses = (...errors: readonly ApiError[]) =>
  applyDecorators(
    ...[...groupByStatus(errors)].map(([status, group]) =>
      ApiResponse({
        status,
        description: describeErrors(group),
        headers: errorHeaders(group),
        content: errorContent(group),
      }),
    ),
  );

/** The handler reads the configuration alone: no server that is away makes it fail. */
export const Standalone = () => ApiExtension(STANDALONE, true);

export const STANDALONE = 'x-standalone';

/** @param errors of one status */
export function errorContent(errors: readonly ApiError[]) {
  const [first] = errors;
  const schema = typeof first?.detail === 'string' ? 'ErrorResponse' : 'ValidationErrorResponse';
  return {
    'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples: errorExamples(errors) },
  };
}

export function errorExamples(errors: readonly ApiError[]): Record<string, { value: { detail: ApiError['detail'] } }> {
  return Object.fromEntries(errors.map(({ detail }) => [exampleName(detail), { value: { detail } }]));
}

export function errorHeaders(errors: readonly ApiError[]) {
  const names = new Set(errors.flatMap(({ headers }) => Object.keys(headers)));
  return Object.fromEntries(
    [...names].map((name) => [name, { $ref: `#/components/headers/${name.replaceAll('-', '')}` }]),
  );
}

/** The description of a status is the sentences of its errors. */
export function describeErrors(errors: readonly ApiError[]): string {
  return errors.map(({ detail }) => (typeof detail === 'string' ? detail : 'Part of the input is invalid')).join(' · ');
}

function groupByStatus(errors: readonly ApiError[]): ReadonlyMap<number, readonly ApiError[]> {
  const groups = new Map<number, ApiError[]>();
  for (const error of errors) groups.set(error.status, [...(groups.get(error.status) ?? []), error]);
  return groups;
}

/** A name for the example, such as `analysis_not_found`. */
function exampleName(detail: ApiError['detail']): string {
  const text =
    typeof detail === 'string' ? detail : detail.map(({ type, loc }) => [type, ...loc.slice(1)].join(' ')).join(' ');
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.slice(0, 6).join('_');
}
