// The provider says that a session, or everything of a person, has ended (OpenID Connect Back-Channel Logout 1.0).
import { Injectable } from '@nestjs/common';
import { decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import { DataSource } from 'typeorm';
import { Members } from '../users/members.js';
import { isStorable } from './identity.js';
import { CLOCK_TOLERANCE_SECONDS, IssuerClients, isAway } from './issuer-clients.js';
import { useOnce } from './once.js';
import { ProviderSessions } from './provider-sessions.js';
import type { SignIn } from './sign-in.js';
import { signInErrors } from './sign-in-errors.js';
import { SignIns } from './sign-ins.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** After it was made; a provider sends it within seconds. */
const MAX_AGE_SECONDS = 600;

interface LogOut {
  readonly issuer: string;
  readonly id: string;
  readonly subject: string | null;
  readonly issuerSession: string | null;
}

@Injectable()
export class LogOuts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly members: Members,
    private readonly signIns: SignIns,
    private readonly clients: IssuerClients,
    private readonly sessions: ProviderSessions,
  ) {}

  /** Ends every token of the person. @throws ApiError 400 for a token that does not count; 503 when its keys cannot be read */
  async receive(token: string): Promise<void> {
    const { issuer, clients } = addressees(token);
    const signIns = await this.signIns.findByClient(issuer, clients);
    if (signIns.length === 0) throw signInErrors.logOutInvalid();
    for (const signIn of signIns) await this.carryOut(signIn, await this.check(signIn, token));
  }

  private async check(signIn: SignIn, token: string): Promise<LogOut> {
    const { configuration, keys } = await this.clients.of(signIn);
    const { payload } = await jwtVerify(token, keys, {
      issuer: configuration.serverMetadata().issuer,
      audience: signIn.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
      requiredClaims: ['iss', 'aud', 'iat', 'exp', 'jti', 'events'],
    }).catch((error: unknown) =>
      Promise.reject(isAway(error) ? signInErrors.providerAway() : signInErrors.logOutInvalid()),
    );
    return logOutOf(payload);
  }

  private async carryOut({ accountId }: SignIn, { issuer, id, subject, issuerSession }: LogOut): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const seconds = MAX_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS;
      if (!(await useOnce(tx, accountId, `log-out ${id}`, seconds))) throw signInErrors.logOutInvalid();
      if (subject === null) {
        for (const memberId of await this.sessions.membersOf(tx, accountId, issuerSession ?? ''))
          await this.sessions.end(tx, accountId, memberId);
      } else {
        const member = await this.members.findByIdentity(tx, accountId, { issuer, subject });
        if (member) await this.sessions.end(tx, accountId, member.id);
      }
    });
  }
}

/** Whom an unchecked token is for. @throws ApiError 400 */
function addressees(token: string): { readonly issuer: string; readonly clients: readonly string[] } {
  try {
    const { iss, aud } = decodeJwt(token);
    const clients = [aud].flat().filter((client) => isStorable(client));
    if (isStorable(iss) && clients.length > 0) return { issuer: iss, clients };
  } catch {
    // Answered below.
  }
  throw signInErrors.logOutInvalid();
}

/** @throws ApiError 400 for a token that is signed and is no log-out token, such as an id token */
function logOutOf({ iss = '', jti = '', events, nonce, sub, sid }: JWTPayload): LogOut {
  const isLogOut =
    typeof events === 'object' &&
    events !== null &&
    EVENT in events &&
    typeof events[EVENT] === 'object' &&
    events[EVENT] !== null;
  const issuerSession = isStorable(sid) ? sid : null;
  if (!isLogOut || nonce !== undefined || !(isStorable(sub) || issuerSession !== null))
    throw signInErrors.logOutInvalid();
  return { issuer: iss, id: jti, subject: isStorable(sub) ? sub : null, issuerSession };
}
