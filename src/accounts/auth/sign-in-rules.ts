// What sign-in by an identity provider says about passwords, tokens and headers.
import { Injectable } from '@nestjs/common';
import { forbidden } from '../../platform/errors/api-error.js';
import type { MemberEntity } from '../users/member.entity.js';

/** The person whose password is to count, or would count. */
export type PasswordHolder = Pick<MemberEntity, 'accountId' | 'email' | 'role'>;

/** The rules of the module that knows identity providers. */
export interface IdentityProviders {
  /**
   * `owner`: passwords of the domain are refused, but the owner's works, so that a broken provider locks no account.
   * @throws ApiError 403 for a person who signs in by the identity provider alone
   */
  checkPassword(holder: PasswordHolder): Promise<'any' | 'owner'>;
  /**
   * Asks the provider again, where it is time.
   * @returns seconds for which the next access token may be good
   * @throws ApiError 401 where the session has ended
   */
  renew(sessionId: string): Promise<number>;
  forget(sessionId: string): Promise<void>;
  /**
   * Makes a member of a person whom a proxy has authenticated, where an account has proved the domain of the address.
   * @throws ApiError 403
   */
  welcome(email: string): Promise<MemberEntity>;
}

/** Without such a module passwords alone count. */
const NONE: IdentityProviders = {
  checkPassword: async () => 'any',
  renew: async () => 0,
  forget: async () => undefined,
  welcome: async () => Promise.reject(unknownPerson()),
};

export const unknownPerson = () => forbidden('You are not a member here');

@Injectable()
export class SignInRules implements IdentityProviders {
  private providers = NONE;

  /** The module that knows identity providers calls this at start. */
  decideBy(providers: IdentityProviders): void {
    this.providers = providers;
  }

  /** @throws ApiError as `IdentityProviders` */
  async checkPassword(holder: PasswordHolder): Promise<'any' | 'owner'> {
    return this.providers.checkPassword(holder);
  }

  /** @throws ApiError as `IdentityProviders` */
  async renew(sessionId: string): Promise<number> {
    return this.providers.renew(sessionId);
  }

  async forget(sessionId: string): Promise<void> {
    await this.providers.forget(sessionId);
  }

  /** @throws ApiError as `IdentityProviders` */
  async welcome(email: string): Promise<MemberEntity> {
    return this.providers.welcome(email);
  }
}
