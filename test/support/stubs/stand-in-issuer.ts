// An identity provider of the test: OpenID Connect over real HTTP, with real keys. It says what the test has a person say, and
// lies where the test wants a lie.
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  exportJWK,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';

export const CLIENT_ID = 'call-analysis';
export const CLIENT_SECRET = 'the-secret-of-the-client-at-the-stand-in';
const KID = 'key-1';

export interface Person extends JWTPayload {
  readonly sub: string;
}

/** What the provider does otherwise than it should. */
export interface Lie {
  /** Members of the id token; `undefined` leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Partial<JWTHeaderParameters>;
  /** Signs with a key that the provider does not publish. */
  readonly byOtherKey?: boolean;
  /** Makes the token by hand. */
  readonly token?: (payload: JWTPayload) => Promise<string | undefined> | string | undefined;
}

interface Granted {
  readonly person: Person;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
  readonly lie: Lie;
}

export class StandInIssuer {
  /** Members of the discovery document beside those of every provider. */
  metadata: Readonly<Record<string, unknown>> = {};
  /** Answer of `userinfo`; null: it says no more than whom the token is of. */
  userInfo: Readonly<Record<string, unknown>> | null = null;
  /** Gives a refresh token, for one use. */
  givesRefreshTokens = false;
  /** Takes a code again and again: a careless provider. */
  isCareless = false;
  /** Refuses refresh tokens with this error of OAuth. */
  refusal: string | null = null;
  /** Answers nothing, or with this status. */
  trouble: 'silent' | number | null = null;
  /** Who agrees in a browser that comes to `authorize`; null: no one. */
  atBrowser: Person | null = null;
  readonly requests: string[] = [];
  private readonly codes = new Map<string, Granted>();
  private readonly accessTokens = new Map<string, string>();
  private readonly refreshTokens = new Map<string, Granted>();

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    readonly url: string,
    private readonly keys: Readonly<Record<'own' | 'other', GenerateKeyPairResult>>,
  ) {}

  /** @param path of the issuer, as in `/realms/acme` */
  static async start(path = ''): Promise<StandInIssuer> {
    const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
    const server = createServer((request, response) => void issuer.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const issuer = new StandInIssuer(server, url, { own, other });
    return issuer;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  forget(): void {
    Object.assign(this, {
      metadata: {},
      userInfo: null,
      givesRefreshTokens: false,
      isCareless: false,
      refusal: null,
      trouble: null,
      atBrowser: null,
    });
    this.requests.length = 0;
  }

  /** The person agrees at the provider. @param asked where the service has sent the browser @returns where it goes back to */
  authorize(asked: URL, person: Person, lie: Lie = {}): URL {
    const parameter = (name: string) => asked.searchParams.get(name) ?? '';
    const code = randomUUID();
    const redirectUri = parameter('redirect_uri');
    const [nonce, challenge] = [parameter('nonce'), parameter('code_challenge')];
    this.codes.set(code, { person, nonce, challenge, redirectUri, lie });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({ code, state: parameter('state'), iss: this.url }).toString();
    return back;
  }

  async logOutToken(claims: Readonly<Record<string, unknown>>, lie: Lie = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      ...{ iss: this.url, aud: CLIENT_ID, iat: now, exp: now + 120, jti: randomUUID() },
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...claims,
      ...lie.claims,
    };
    return (await lie.token?.(payload)) ?? this.sign(payload, { typ: 'logout+jwt', ...lie.header }, lie.byOtherKey);
  }

  async sign(payload: JWTPayload, header: object = {}, byOtherKey = false): Promise<string> {
    const protectedHeader = { alg: 'RS256', kid: KID, ...header };
    return new SignJWT(payload)
      .setProtectedHeader(protectedHeader)
      .sign(this.keys[byOtherKey ? 'other' : 'own'].privateKey);
  }

  async publicKeys() {
    return { keys: [{ ...(await exportJWK(this.keys.own.publicKey)), kid: KID, use: 'sig', alg: 'RS256' }] };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').slice(new URL(this.url).pathname.replace(/\/$/, '').length);
    const body = new URLSearchParams(await text(request));
    this.requests.push(`${request.method} ${path}`);
    if (this.trouble === 'silent') return;
    if (path.startsWith('/authorize?') && this.atBrowser !== null) {
      const { href } = this.authorize(new URL(path, this.url), this.atBrowser);
      response.writeHead(302, { location: href }).end();
      return;
    }
    const [status, answer] = this.trouble === null ? await this.serve(path, body, request) : [this.trouble, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  private async serve(path: string, body: URLSearchParams, request: IncomingMessage): Promise<[number, object]> {
    if (path === '/.well-known/openid-configuration') return [200, this.discovery()];
    if (path === '/jwks') return [200, await this.publicKeys()];
    if (path === '/userinfo')
      return [200, this.userInfo ?? { sub: this.accessTokens.get(request.headers.authorization ?? '') }];
    if (path !== '/token') return [404, {}];
    if (!isClient(request.headers.authorization, body)) return [401, { error: 'invalid_client' }];
    return body.get('grant_type') === 'refresh_token' ? this.refresh(body) : this.exchange(body);
  }

  private discovery(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      userinfo_endpoint: `${this.url}/userinfo`,
      jwks_uri: `${this.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: ['openid', 'email', 'profile', 'offline_access'],
      ...this.metadata,
    };
  }

  private async exchange(body: URLSearchParams): Promise<[number, object]> {
    const code = body.get('code') ?? '';
    const granted = this.codes.get(code);
    if (!this.isCareless) this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood = granted?.challenge === challenge && granted.redirectUri === body.get('redirect_uri');
    if (!granted || !isGood) return [400, { error: 'invalid_grant' }];
    return [200, await this.tokensFor(granted, { nonce: granted.nonce })];
  }

  private async refresh(body: URLSearchParams): Promise<[number, object]> {
    const token = body.get('refresh_token') ?? '';
    const granted = this.refreshTokens.get(token);
    if (this.refusal !== null || !granted) return [400, { error: this.refusal ?? 'invalid_grant' }];
    this.refreshTokens.delete(token);
    return [200, await this.tokensFor(granted, {})];
  }

  private async tokensFor(granted: Granted, more: JWTPayload): Promise<object> {
    const { person, lie } = granted;
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: this.url, aud: CLIENT_ID, iat: now, exp: now + 300, ...more, ...person, ...lie.claims };
    const idToken = lie.token ? await lie.token(payload) : await this.sign(payload, lie.header, lie.byOtherKey);
    const [accessToken, refreshToken] = [randomUUID(), randomUUID()];
    this.accessTokens.set(`Bearer ${accessToken}`, person.sub);
    if (this.givesRefreshTokens) this.refreshTokens.set(refreshToken, granted);
    return {
      ...{ access_token: accessToken, token_type: 'Bearer', expires_in: 300, id_token: idToken },
      ...(this.givesRefreshTokens && { refresh_token: refreshToken }),
    };
  }
}

function isClient(authorization: string | undefined, body: URLSearchParams): boolean {
  const basic = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
  // RFC 6749, 2.3.1: both parts are encoded as in a form.
  return decodeURIComponent(basic) === `${CLIENT_ID}:${CLIENT_SECRET}` || body.get('client_secret') === CLIENT_SECRET;
}
