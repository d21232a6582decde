// Turns every exception into a response: a status and `{"detail": …}`, without internals. It writes all error responses, except
// those to bytes that are not HTTP (unreadable-request.ts).
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Application, Response } from 'express';
import {
  ApiError,
  forbidden,
  invalid,
  notUnderstood,
  unauthorized,
  unavailable,
  unexpected,
} from '../../errors/api-error.js';
import { isServiceUnavailable } from '../../errors/service-unavailable.js';
import type { ServiceRequest } from '../access/caller.js';
import { CallerLookUp } from '../access/caller-look-up.js';
import { bodyTooLarge } from '../body/body.guard.js';
import { drainBriefly } from '../body/refused-body.js';
import { sendJson } from '../body/send-text.js';
import { RateLimits } from '../rate-limit/rate-limits.js';

const RETRY_AFTER_SECONDS = 5;

/** Headers of the response that the handler meant to send. They would be wrong for the error. */
const CONTENT_HEADERS = ['Content-Disposition', 'Content-Length', 'Content-Encoding', 'Content-Range', 'Accept-Ranges'];

@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  constructor(
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(CallerLookUp) private readonly callers: CallerLookUp,
  ) {}

  /** Must not reject: Nest does not catch what a filter throws. */
  async catch(exception: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<ServiceRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    try {
      if (exception instanceof NotFoundException) await this.identifyCaller(request, response);
      const error = await this.chargeRateLimits(this.toApiError(exception, request), request, response);
      if (response.headersSent) {
        // Part of a response was sent already. Only a cut connection tells the client that it is incomplete.
        if (!response.writableEnded) response.destroy();
        return;
      }
      drainBriefly(request, response);
      for (const name of CONTENT_HEADERS) response.removeHeader(name);
      for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
      response.statusCode = error.status;
      sendJson(response, JSON.stringify({ detail: error.detail }));
    } catch (failure) {
      this.logger.error('Failed to send an error response; the connection is closed', failure);
      response.destroy();
    }
  }

  private toApiError(exception: unknown, request: ServiceRequest): ApiError {
    if (exception instanceof ApiError) {
      if (exception.status >= 500 && exception.cause !== undefined) this.log(exception.cause);
      return exception;
    }
    if (exception instanceof HttpException && exception.getStatus() < 500) return this.fromNest(exception, request);
    if (isServiceUnavailable(exception)) {
      this.logger.error(
        `A backing service is unavailable; answering 503: ${exception instanceof Error ? exception.message : ''}`,
      );
      return unavailable(RETRY_AFTER_SECONDS);
    }
    this.log(exception);
    return unexpected();
  }

  /** Only the status is kept: Nest's messages name routes and libraries. */
  private fromNest(exception: HttpException, request: ServiceRequest): ApiError {
    switch (exception.getStatus()) {
      case 401:
        return unauthorized();
      case 403:
        return forbidden('Insufficient permissions');
      case 404: {
        const allowed = allowedMethods(this.adapterHost.httpAdapter.getInstance(), request.path);
        return allowed.length > 0 && !allowed.includes(request.method)
          ? new ApiError(405, 'Method Not Allowed', { Allow: allowed.join(', ') })
          : new ApiError(404, 'Not Found');
      }
      case 413:
        return bodyTooLarge();
      case 415:
        return invalid([
          {
            type: 'content_type',
            loc: ['header', 'content-type'],
            msg: 'The Content-Type is not one this endpoint takes',
          },
        ]);
      default:
        return notUnderstood();
    }
  }

  /** Nest's own 404 comes from the router: no guard has run, so the credentials are unread. */
  private async identifyCaller(request: ServiceRequest, response: Response): Promise<void> {
    if (request.caller || !this.limits.applies(request)) return;
    const caller = await this.callers.find(request, response);
    if (caller) request.caller = caller;
  }

  /** Charges a request that failed before the rate-limit guard ran; a used-up budget turns the error into a 429. */
  private async chargeRateLimits(error: ApiError, request: ServiceRequest, response: Response): Promise<ApiError> {
    try {
      await this.limits.chargeUncounted(request, response);
      return error;
    } catch (refusal) {
      if (refusal instanceof ApiError) return refusal;
      throw refusal;
    }
  }

  private log(exception: unknown): void {
    if (exception instanceof Error) this.logger.error(exception);
    else this.logger.error(`Thrown value is not an Error but of type ${typeof exception}; answering 500`);
  }
}

/**
 * Finds the methods of a path, for 405 and its Allow header: Express itself answers a wrong method with 404. In upper case,
 * sorted; empty for a path without a route. GET brings HEAD along.
 */
function allowedMethods(app: Application, path: string): readonly string[] {
  const methods = new Set<string>();
  for (const layer of app.router.stack) {
    // A layer without a route is a middleware, such as the one that answers 404.
    if (!layer.route || !matches(layer, path)) continue;
    for (const { method } of layer.route.stack) if (method) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

function matches(layer: object, path: string): boolean {
  if (!('match' in layer) || typeof layer.match !== 'function') return false;
  try {
    return Boolean(layer.match(path));
  } catch {
    // Express throws for a parameter that cannot be decoded.
    return false;
  }
}
