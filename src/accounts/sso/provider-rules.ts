// What identity providers say about passwords, tokens and persons that a proxy names.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type IdentityProviders, type PasswordHolder, SignInRules, unknownPerson } from '../auth/sign-in-rules.js';
import { accountErrors } from '../users/account-errors.js';
import type { MemberEntity } from '../users/member.entity.js';
import { Admissions } from './admissions.js';
import { ProviderSessions } from './provider-sessions.js';
import { domainOf, isProved } from './sign-in.js';
import { SignIns } from './sign-ins.js';

@Injectable()
export class ProviderRules implements IdentityProviders, OnModuleInit {
  constructor(
    private readonly rules: SignInRules,
    private readonly signIns: SignIns,
    private readonly sessions: ProviderSessions,
    private readonly admissions: Admissions,
  ) {}

  onModuleInit(): void {
    this.rules.decideBy(this);
  }

  async checkPassword({ accountId, email, role }: PasswordHolder): Promise<'any' | 'owner'> {
    const signIn = await this.signIns.find(accountId);
    if (!signIn?.enforce || !isProved(signIn, domainOf(email))) return 'any';
    if (role !== 'owner') throw accountErrors.providerRequired();
    return 'owner';
  }

  async renew(sessionId: string): Promise<number> {
    return this.sessions.renew(sessionId);
  }

  async forget(sessionId: string): Promise<void> {
    await this.sessions.forget(sessionId);
  }

  async welcome(email: string): Promise<MemberEntity> {
    const signIn = await this.signIns.findFor(email);
    if (!signIn) throw unknownPerson();
    return this.admissions.welcome(signIn, email);
  }
}
