// The operation of the API document that a handler answers.
import { z } from 'zod';

/** Under which `@ApiOperation` of @nestjs/swagger keeps what it says; the package exports no name for it. */
const API_OPERATION = 'swagger/apiOperation';

const schema = z.object({ operationId: z.string() });

/** @returns null for a handler that the document does not show */
export const operationOf = (handler: object): string | null =>
  schema.safeParse(Reflect.getMetadata(API_OPERATION, handler)).data?.operationId ?? null;
