// Adds to each operation of the OpenAPI document how it is called in each language.
import type { OpenAPIObject } from '@nestjs/swagger';
import { CODE_SAMPLES } from './code-samples.generated.js';
import { type CodeSample, operationsOf } from './openapi-types.js';

/** Changes the document. */
export function addCodeSamples(
  document: OpenAPIObject,
  samples: Readonly<Record<string, readonly CodeSample[]>> = CODE_SAMPLES,
): void {
  for (const { operation } of operationsOf(document)) {
    const own = samples[operation.operationId ?? ''];
    if (own) Reflect.set(operation, 'x-codeSamples', own);
  }
}
