// The decorator for every POST of the interface. It installs the interceptor for the Idempotency-Key, so that requests with
// other methods do not pay for it.
import { applyDecorators, Post as NestPost, UseInterceptors } from '@nestjs/common';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/** Like Nest's `@Post`. A repeated request with the same Idempotency-Key gets the response of the first one. */
export const Post = (path?: string): MethodDecorator =>
  applyDecorators(NestPost(path), UseInterceptors(IdempotencyInterceptor));
