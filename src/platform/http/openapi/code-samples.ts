// Adds to each operation of the OpenAPI document how it is called in each language.
import type { OpenAPIObject } from '@nestjs/swagger';
import { type CodeSample, operationsOf } from './openapi-types.js';
import { readExamples } from './stored-examples.js';

type CodeSamples = Readonly<Record<string, readonly CodeSample[]>>;

/** Changes the document. */
export function addCodeSamples(document: OpenAPIObject, samples = readExamples<CodeSamples>('code-samples')): void {
  for (const { operation } of operationsOf(document)) {
    const own = samples[operation.operationId ?? ''];
    if (own) Reflect.set(operation, 'x-codeSamples', own);
  }
}
