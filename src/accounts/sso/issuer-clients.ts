// The service as a client of identity providers. Every request goes out by OutboundDoor, with limits of time and size: a provider
// that is away or slow costs its own log-ins alone.
import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as jwksFetch } from 'jose';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
} from 'openid-client';
import { Config } from '../../platform/config/config.js';
import { OutboundDoor } from '../../platform/outbound/outbound-door.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import type { SignIn } from './sign-in.js';
import { signInErrors } from './sign-in-errors.js';

export interface IssuerClient {
  readonly configuration: Configuration;
  /** Keys that sign log-out tokens. */
  readonly keys: JWTVerifyGetKey;
}

/** Clocks of providers may be four minutes off. */
export const CLOCK_TOLERANCE_SECONDS = 300;
/** Time of one request. */
const TIMEOUT_MS = 5_000;
/** A token with several hundred groups has some 50 KB. */
const MAX_ANSWER_BYTES = 262_144;
/** Time after which the discovery document is read again. */
const FRESH_MS = 10 * 60_000;
const MAX_CLIENTS = 500;

interface Sent {
  readonly method: string;
  readonly headers: Headers | Record<string, string>;
  readonly body?: unknown;
}

const RESPONSE_IS_NOT_CONFORM = 'OAUTH_RESPONSE_IS_NOT_CONFORM';

@Injectable()
export class IssuerClients {
  private readonly clients = new Map<string, { readonly client: Promise<IssuerClient>; readonly until: number }>();

  constructor(
    private readonly door: OutboundDoor,
    private readonly config: Config,
  ) {}

  /** @throws ApiError 503 when the provider does not answer, 400 when its discovery document is not its own */
  async of(signIn: SignIn): Promise<IssuerClient> {
    const name = `${signIn.accountId} ${signIn.version}`;
    const known = this.clients.get(name);
    if (known && known.until > Date.now()) return known.client;
    if (this.clients.size >= MAX_CLIENTS) this.clients.clear();
    const client = this.discover(signIn);
    this.clients.set(name, { client, until: Date.now() + FRESH_MS });
    // The next log-in asks again.
    client.catch(() => this.clients.delete(name));
    return client;
  }

  private async discover(signIn: SignIn): Promise<IssuerClient> {
    const fetch = this.fetchFor(signIn.accountId);
    const issuer = new URL(signIn.issuer);
    const isPlain = issuer.protocol === 'http:' && !this.config.production;
    const configuration = await discovery(
      issuer,
      signIn.clientId,
      { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      authentication(signIn),
      {
        [customFetch]: fetch,
        timeout: TIMEOUT_MS / 1000,
        execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
      },
    ).catch((error: unknown) => Promise.reject(isAway(error) ? signInErrors.providerAway() : signInErrors.notTrue()));
    const { issuer: named, jwks_uri } = configuration.serverMetadata();
    // The library lets Entra ID and B2C name another issuer than the one that was asked.
    if (new URL(named).href !== issuer.href || jwks_uri === undefined) throw signInErrors.notTrue();
    return {
      configuration,
      keys: createRemoteJWKSet(new URL(jwks_uri), { [jwksFetch]: fetch, timeoutDuration: TIMEOUT_MS }),
    };
  }

  /** Serves both libraries: one gives headers as an object, the other as `Headers`. */
  private fetchFor(accountId: string) {
    return async (url: string, request: Sent) => {
      const { statusCode, contentType, body } = await this.door.exchange(url, {
        accountId,
        method: request.method === 'POST' ? 'POST' : 'GET',
        headers: Object.fromEntries(new Headers(request.headers)),
        body: request.body instanceof URLSearchParams ? request.body.toString() : undefined,
        timeoutMs: TIMEOUT_MS,
        maxResponseBytes: MAX_ANSWER_BYTES,
      });
      return new Response(body.length > 0 ? new Uint8Array(body) : null, {
        status: statusCode,
        headers: contentType === null ? {} : { 'content-type': contentType },
      });
    };
  }
}

/** RFC 8414: without a list of methods a provider takes Basic. */
function authentication(signIn: SignIn) {
  const secret = signIn.openSecret();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return ((server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_post') ? post : basic)(server, client, body, headers);
  }) satisfies typeof basic;
}

/** Whether the provider said no to what was sent, as `invalid_grant`. */
export const isRefusal = (error: unknown): error is ResponseBodyError =>
  error instanceof ResponseBodyError && error.error === 'invalid_grant';

/** Whether the provider could not be reached, or failed itself: nothing is said of the person. */
export function isAway(error: unknown): boolean {
  if (error instanceof OutboundError) return true;
  if (error instanceof ResponseBodyError) return error.status >= 500;
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === RESPONSE_IS_NOT_CONFORM) return true;
  return isAway(error.cause);
}
