// A log-in by an identity provider: authorization code with PKCE.
import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { DataSource } from 'typeorm';
import { recordAudit, theService } from '../../platform/audit/record-audit.js';
import { Config } from '../../platform/config/config.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { enterLogIn } from '../auth/log-ins.service.js';
import type { MemberEntity } from '../users/member.entity.js';
import { Admissions } from './admissions.js';
import { type Claims, identityOf, isStorable, lacksClaims, needsTeam, teamsWithout, withUserInfo } from './identity.js';
import { IssuerClients, isAway } from './issuer-clients.js';
import { useOnce } from './once.js';
import { ProviderSessions } from './provider-sessions.js';
import type { SignIn } from './sign-in.js';
import { signInErrors } from './sign-in-errors.js';
import { SignIns } from './sign-ins.js';
import type { LogInQuery } from './sso.requests.js';
import { LOG_IN_SECONDS, type StartedLogIn, StartedLogIns } from './started-log-ins.js';

export type LogInOutcome =
  | { readonly kind: 'member'; readonly member: MemberEntity; readonly sessionId: string }
  | { readonly kind: 'test'; readonly claims: Claims; readonly refusal: string | null; readonly gives: object | null };

export const callbackUrl = ({ http }: Config): string => `${http.publicUrl}/api/v1/auth/oidc/callback`;

@Injectable()
export class ProviderLogIns {
  private readonly log = new Logger(ProviderLogIns.name);

  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly signIns: SignIns,
    private readonly started: StartedLogIns,
    private readonly clients: IssuerClients,
    private readonly admissions: Admissions,
    private readonly sessions: ProviderSessions,
  ) {}

  /** @returns where the browser goes @throws ApiError 404 for an address without a provider, 503 when that does not answer */
  async start({ email, account, test }: LogInQuery, response: Response): Promise<URL> {
    const tested = test ? this.started.readTestWord(test) : null;
    const accountId = test ? tested : account;
    const signIn = accountId ? await this.signIns.find(accountId) : email ? await this.signIns.findFor(email) : null;
    if (!signIn) throw signInErrors.noProvider();
    const { configuration } = await this.clients.of(signIn);
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const { accountId: ofAccount, issuer, version } = signIn;
    this.started.keep(response, {
      accountId: ofAccount,
      issuer,
      version,
      state,
      nonce,
      verifier,
      isTest: tested !== null,
    });
    return buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrl(this.config),
      scope: scopesOf(signIn, configuration),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(email && { login_hint: email }),
      ...(signIn.issuer.startsWith('https://accounts.google.com') && { access_type: 'offline', prompt: 'consent' }),
    });
  }

  /** @throws ApiError 400 for an answer that was not asked for or is not true, 403 for a person who is not let in, 503 */
  async finish(request: Request, response: Response): Promise<LogInOutcome> {
    const started = this.started.take(request, response);
    const signIn = started && (await this.signIns.find(started.accountId));
    const isAsStarted = signIn?.version === started?.version && signIn?.issuer === started?.issuer;
    if (!started || !signIn || !isAsStarted) throw signInErrors.notStarted();
    const answer = new URL(callbackUrl(this.config));
    answer.search = new URL(request.originalUrl, answer).search;
    if (answer.searchParams.get('state') !== started.state) throw signInErrors.notStarted();
    if (!(await useOnce(this.dataSource, signIn.accountId, `log-in ${started.state}`, LOG_IN_SECONDS)))
      throw signInErrors.usedBefore();
    if (started.isTest) return tried(signIn, (await this.claimsOf(signIn, started, answer)).claims);
    try {
      return await this.letIn(signIn, started, answer);
    } catch (error) {
      if (error instanceof ApiError) await this.enterRefusal(signIn, error);
      throw error;
    }
  }

  private async letIn(signIn: SignIn, started: StartedLogIn, answer: URL): Promise<LogInOutcome> {
    const { claims, refreshToken } = await this.claimsOf(signIn, started, answer);
    const identity = identityOf(signIn, String(claims.iss), claims);
    const issuerSession = isStorable(claims.sid) ? claims.sid : null;
    return this.admissions.admit(signIn, identity, async (tx, member) => {
      await enterLogIn(tx, member, 'identity_provider');
      const sessionId = await this.sessions.begin(tx, member, { issuerSession, refreshToken });
      return { kind: 'member', member, sessionId };
    });
  }

  /** The person is not known, or not to be believed. */
  private async enterRefusal({ accountId }: SignIn, { status }: ApiError): Promise<void> {
    const by = theService({ accountId });
    const details = { by: 'identity_provider', status };
    await recordAudit(this.dataSource, by, 'auth.login_failed', { type: 'account', id: accountId }, details);
  }

  private async claimsOf(signIn: SignIn, started: StartedLogIn, answer: URL) {
    const { configuration } = await this.clients.of(signIn);
    try {
      const tokens = await authorizationCodeGrant(configuration, answer, {
        expectedState: started.state,
        expectedNonce: started.nonce,
        pkceCodeVerifier: started.verifier,
        idTokenExpected: true,
      });
      const claims: Claims = { ...tokens.claims() };
      const asks = lacksClaims(signIn, claims) && configuration.serverMetadata().userinfo_endpoint !== undefined;
      return {
        claims: asks
          ? withUserInfo(claims, await fetchUserInfo(configuration, tokens.access_token, String(claims.sub)))
          : claims,
        refreshToken: tokens.refresh_token ?? null,
      };
    } catch (error) {
      this.log.warn({ accountId: signIn.accountId, err: error }, 'A log-in by the identity provider failed');
      if (error instanceof AuthorizationResponseError) throw signInErrors.refused();
      throw isAway(error) ? signInErrors.providerAway() : signInErrors.notTrue();
    }
  }
}

/** The result of a test: what a log-in would have given to a person who is no member yet. */
function tried(signIn: SignIn, claims: Claims): LogInOutcome {
  try {
    const identity = identityOf(signIn, String(claims.iss), claims);
    const { email, role = signIn.roles.default, teams = teamsWithout(signIn) } = identity;
    if (role === null) throw signInErrors.noRole();
    if (needsTeam(teams, role)) throw signInErrors.noTeam();
    return { kind: 'test', claims, refusal: null, gives: { email, role, teams } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'test', claims, refusal: error.message, gives: null };
  }
}

/** A provider sends groups or a refresh token for a scope of that name, where it offers one. Zitadel offers its scopes unsaid. */
function scopesOf({ roles, teamsClaim }: SignIn, configuration: Configuration): string {
  const offered = configuration.serverMetadata().scopes_supported ?? [];
  const wanted = ['offline_access', roles.claim, ...(teamsClaim === null ? [] : [teamsClaim])];
  const taken = wanted.filter((scope) => offered.includes(scope) || scope.startsWith('urn:zitadel:'));
  return ['openid', 'email', 'profile', ...new Set(taken)].join(' ');
}
