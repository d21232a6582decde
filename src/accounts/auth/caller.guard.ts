import type { IncomingHttpHeaders } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { NextFunction, Response } from 'express';
import passport from 'passport';
import { type LinkAct, scopeOfAct } from '../../access/link-acts.js';
import { can, rightOfKeys, roleMissing } from '../../access/rights.js';
import { type NamedObject, namedObject, rightOfRoute } from '../../access/route-rights.js';
import type { Scope } from '../../access/scopes.js';
import {
  closedToLinks,
  closedToUnnamed,
  forbidden,
  linkAllowsNo,
  notFound,
  roleRequired,
  scopeMissing,
  tokenRequired,
  unauthorized,
} from '../../platform/errors/api-error.js';
import { ACCESS, type Access, type LinkAccess } from '../../platform/http/access/access.js';
import { type Caller, type CallerLink, type ServiceRequest, seenBy } from '../../platform/http/access/caller.js';
import { CallerLookUp } from '../../platform/http/access/caller-look-up.js';
import { isLinkToken, LinkCallers } from '../../platform/http/access/link-callers.js';
import { operationOf } from '../../platform/http/openapi/operation-id.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { HeaderCallers } from './header-callers.js';
import { JwtStrategy } from './jwt.strategy.js';
import { SeenObjects } from './seen-objects.js';

/** Turns a credential into a Caller and checks whether the caller may use the route. A route without a mark is closed. */
@Injectable()
export class CallerGuard implements CanActivate {
  /**
   * A registry for this guard, since the package's default registry is global. Strategies are registered by name: passport
   * copies a named strategy for each request, while an instance would keep the callbacks of one request for all.
   */
  private readonly passport = new passport.Passport();

  constructor(
    private readonly reflector: Reflector,
    private readonly links: LinkCallers,
    private readonly seen: SeenObjects,
    private readonly headers: HeaderCallers,
    jwt: JwtStrategy,
    apiKey: ApiKeyStrategy,
    callers: CallerLookUp,
  ) {
    this.passport.use('jwt', jwt);
    this.passport.use('api_key', apiKey);
    callers.lookUpWith((request, response) => this.identify(request, response));
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    if (access?.kind === 'public') {
      this.headers.emailIn(request);
      return true;
    }
    const caller = await this.identify(request, http.getResponse<Response>());
    // Set before a refusal, so that the refusal counts against the account's rate limit.
    request.caller = caller;
    if (!access) throw forbidden('This route is closed');
    const scope = await this.scopeFor(access, caller, request);
    if (!can(caller.principal, scope)) throw refusal(caller, scope);
    const right = rightOfRoute(operationOf(context.getHandler()) ?? '');
    const missing = roleMissing(caller.principal, right);
    // The scopes of a key are cut to the role of its maker.
    if (missing) throw caller.principal.kind === 'key' ? scopeMissing(scope) : roleRequired(missing);
    const named = right && namedObject(right);
    if (named) await this.checkSeen(named, caller, request);
    return true;
  }

  /** @throws ApiError 404 for what the member does not see */
  private async checkSeen(of: NamedObject, caller: Caller, { params }: ServiceRequest): Promise<void> {
    if (!(await this.seen.has(of, params.id ?? params.analysis_id, seenBy(caller)))) throw notFound(NAMES[of]);
  }

  /** @throws ApiError 403 and 404 for a link */
  private async scopeFor(
    { scope, link, ofQuery }: Access & { readonly kind: 'caller' },
    caller: Caller,
    request: ServiceRequest,
  ): Promise<Scope> {
    const { params, query } = request;
    const id: unknown = link?.in === undefined ? params.id : query[link.in];
    const ofLink = caller.link ? await scopeForLink(caller.link, link, id) : null;
    if (ofQuery && query[ofQuery.parameter] === ofQuery.value) return ofQuery.scope;
    return ofLink ?? scope;
  }

  /**
   * @throws ApiError 400 for the header of a proxy from elsewhere; 401; 403 for a link that does not open any more, and for an
   *   unknown person of the proxy
   */
  private async identify(request: ServiceRequest, response: Response): Promise<Caller> {
    const email = this.headers.emailIn(request);
    if (email === null) return this.identifyByCredential(request, response);
    const named = await this.headers.find(email, request);
    if (request.headers.authorization === undefined && request.headers['x-api-key'] === undefined) return named;
    const { principal } = await this.identifyByCredential(request, response);
    if (principal.kind !== 'person' || principal.id !== named.principal.id) throw unauthorized();
    return named;
  }

  private async identifyByCredential(request: ServiceRequest, response: Response): Promise<Caller> {
    const credential = presentedCredential(request.headers);
    if (!credential) throw unauthorized();
    if (credential.kind === 'link') return this.links.find(credential.value);
    // An API key may come in either header; the strategy reads only this one.
    if (credential.kind === 'api_key') request.headers['x-api-key'] = credential.value;
    return this.authenticate(credential.kind, request, response);
  }

  private async authenticate(
    strategy: Exclude<PresentedCredential['kind'], 'link'>,
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
      this.passport.authenticate(strategy, answer)(request, response, next);
    });
  }
}

/**
 * Holds a link to its one call. Here and not in handlers, so that a route that is new is closed to links.
 * @returns the scope that the link must have
 * @throws ApiError 404 for another call; 403 for a route that links do not open, and for what this link does not allow
 */
async function scopeForLink(link: CallerLink, route: LinkAccess | undefined, id: unknown): Promise<Scope> {
  if (!route) throw closedToLinks();
  if (typeof id !== 'string' || !(await link.covers(route.of, id)))
    throw notFound(NAMES[route.of === 'analysis' ? 'call' : route.of]);
  if (!link.may.includes(route.act)) throw linkAllowsNo(REFUSED[route.act]);
  return scopeOfAct(route.act);
}

const REFUSED: Record<LinkAct, Parameters<typeof linkAllowsNo>[0]> = {
  read: 'reviews',
  review: 'reviews',
  correct: 'corrections',
  acknowledge: 'acknowledgements',
  dispute: 'disputes',
  calibrate: 'ratings',
};

const NAMES: Record<NamedObject, string> = {
  call: 'Analysis',
  evaluation: 'Evaluation',
  dispute: 'Dispute',
  batch: 'Batch',
  rescore: 'Rescore',
  engine_trial: 'Engine trial',
  redaction: 'Redaction',
  export: 'Export',
  sample: 'Sample',
  calibration: 'Calibration',
};

function refusal({ principal, link }: Caller, scope: Scope) {
  if (link) return closedToLinks();
  if (principal.kind === 'person') return closedToUnnamed();
  return rightOfKeys(scope) === 'granted' ? scopeMissing(scope) : tokenRequired();
}

/** The signature is valid and the token has expired. The library distinguishes this by the name of the error. */
function hasExpired(info: unknown): boolean {
  return info instanceof Error && info.name === 'TokenExpiredError';
}

interface PresentedCredential {
  readonly kind: 'jwt' | 'link' | 'api_key';
  readonly value: string;
}

const BEARER = /^Bearer +(\S+)$/i;

/**
 * The credential in the headers of a request. Null when there is none, when it is malformed, or when the two headers hold
 * different credentials.
 */
export function presentedCredential(headers: IncomingHttpHeaders): PresentedCredential | null {
  const key = headers['x-api-key'];
  const { authorization } = headers;
  if (authorization === undefined) return typeof key === 'string' ? { kind: 'api_key', value: key } : null;
  const value = BEARER.exec(authorization)?.[1];
  if (value === undefined || (key !== undefined && key !== value)) return null;
  if (key !== undefined || value.startsWith('sk_')) return { kind: 'api_key', value };
  return { kind: isLinkToken(value) ? 'link' : 'jwt', value };
}
