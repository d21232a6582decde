// Tells where an upload is, which tus wants in headers. It stands around the interceptor for the Idempotency-Key, which keeps
// the body of an answer and none of its headers.
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { isRecord } from '../platform/http/validation/read-input.js';
import { Tus } from './tus.service.js';

@Injectable()
export class LocationInterceptor implements NestInterceptor {
  constructor(private readonly tus: Tus) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    const tell = (answer: unknown): unknown => {
      const upload: unknown = typeof answer === 'string' ? JSON.parse(answer) : answer;
      if (!isRecord(upload)) return answer;
      const { id, offset, length, expires_at } = upload;
      response.setHeader('Location', this.tus.location(String(id)));
      response.setHeader('Upload-Offset', String(offset));
      if (offset !== length) response.setHeader('Upload-Expires', new Date(Number(expires_at) * 1000).toUTCString());
      return answer;
    };
    return next.handle().pipe(map(tell));
  }
}
