// Names for the parts of an OpenAPI document.
import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;
export type DocumentedResponse = NonNullable<Operation['responses'][string]>;

const METHODS = ['get', 'head', 'put', 'post', 'delete', 'patch'] as const;

export interface DocumentedOperation {
  readonly path: string;
  readonly method: (typeof METHODS)[number];
  readonly operation: Operation;
}

/** Code sample in the format of `x-codeSamples`, which Redoc and others read. */
export interface CodeSample {
  /** Language for syntax highlighting. */
  readonly lang: string;
  /** Label of the tab. */
  readonly label: string;
  readonly source: string;
}

/** `#/components/schemas/User` is named `User`. */
export const componentName = (reference: string): string => reference.split('/').pop() ?? '';

export function operationsOf(document: OpenAPIObject): readonly DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}
