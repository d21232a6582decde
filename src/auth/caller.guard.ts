import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { NextFunction, Response } from 'express';
import passport from 'passport';
import { forbidden, scopeMissing, tokenRequired, unauthorized } from '../platform/errors/api-error.js';
import { ACCESS, type Access } from '../platform/http/access/access.js';
import type { Caller, ServiceRequest } from '../platform/http/access/caller.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { JwtStrategy } from './jwt.strategy.js';
import { type PresentedCredential, presentedCredential } from './presented-credential.js';

/** Turns a credential into a Caller and asks whether that caller may use the route. A route nobody marked is closed. */
@Injectable()
export class CallerGuard implements CanActivate {
  /**
   * A registry of its own: the package's is one for the whole process. By name, not by instance: a strategy keeps the
   * callbacks of a request on itself, and only for a name does the package make a copy for each request.
   */
  private readonly passport = new passport.Passport();

  constructor(
    private readonly reflector: Reflector,
    jwt: JwtStrategy,
    apiKey: ApiKeyStrategy,
  ) {
    this.passport.use('jwt', jwt);
    this.passport.use('api_key', apiKey);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access?.kind === 'public') return true;
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    const caller = await this.identify(request, http.getResponse<Response>());
    // Before anything is refused, so that the refusal is charged to the account's budget.
    request.caller = caller;
    if (!access) throw forbidden('This route is closed');
    demand(access, caller);
    return true;
  }

  /** @throws ApiError 401 */
  private async identify(request: ServiceRequest, response: Response): Promise<Caller> {
    const credential = presentedCredential(request.headers);
    if (!credential) throw unauthorized();
    // The key strategy reads one header only; a key may come in either.
    if (credential.kind === 'api_key') request.headers['x-api-key'] = credential.value;
    return this.authenticate(credential.kind, request, response);
  }

  private async authenticate(
    strategy: PresentedCredential['kind'],
    request: ServiceRequest,
    response: Response,
  ): Promise<Caller> {
    return new Promise<Caller>((resolve, reject) => {
      const answer = (error: unknown, caller: Caller | false | null | undefined, info: unknown) => {
        if (error) reject(error);
        else if (caller) resolve(caller);
        else reject(unauthorized(hasExpired(info) ? 'Token has expired' : undefined));
      };
      const next: NextFunction = (error?: unknown) => reject(error ?? unauthorized());
      this.passport.authenticate(strategy, { session: false }, answer)(request, response, next);
    });
  }
}

function demand(access: Access, caller: Caller): void {
  if (access.kind === 'token' && caller.via !== 'token') throw tokenRequired();
  if (access.kind === 'caller' && access.scope !== null && !caller.scopes.includes(access.scope))
    throw scopeMissing(access.scope);
}

/** The signature held and only the time is over; the library tells by the error's name. */
function hasExpired(info: unknown): boolean {
  return info instanceof Error && info.name === 'TokenExpiredError';
}
