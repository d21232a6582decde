// The only way to declare a POST: it takes an Idempotency-Key, and nothing else pays for that.
import { applyDecorators, Post as NestPost, UseInterceptors } from '@nestjs/common';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/** Like Nest's own, and a repeated request with the same Idempotency-Key is answered as the first one was. */
export const Post = (path?: string): MethodDecorator =>
  applyDecorators(NestPost(path), UseInterceptors(IdempotencyInterceptor));
