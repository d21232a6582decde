// Charge the auth budgets that depend on the body. They run on routes with such a budget only, after the body was read.
import { createHash } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { foldEmail } from '../../outbound/email-address.js';
import type { ServiceRequest } from '../access/caller.js';
import { RateLimits } from './rate-limits.js';

/** Metadata of a handler: the member of its body that holds an e-mail address. Without it, `email`. */
export const EMAIL_FIELD = Symbol('email-field');

/** Metadata of a handler: what a request to it costs the account that it names. Without it, a log-in. */
export const EMAIL_BUDGET = Symbol('email-budget');

/**
 * `log-in`: a guess at a password. Its budget is larger than that of one client address, or every stranger could lock the owner
 * out. `mail`: the service may send a mail to the address. The two are apart, so that neither uses up the other.
 */
export type EmailBudget = 'log-in' | 'mail';

/** Limits attempts on one account from many addresses, and the mails to one mailbox. */
@Injectable()
export class EmailBudgetGuard implements CanActivate {
  constructor(@Inject(RateLimits) private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const field: string = Reflect.getMetadata(EMAIL_FIELD, context.getHandler()) ?? 'email';
    const budget: EmailBudget = Reflect.getMetadata(EMAIL_BUDGET, context.getHandler()) ?? 'log-in';
    const email: unknown = request.body?.[field];
    if (typeof email !== 'string') return true;
    const name = budget === 'mail' ? 'auth' : 'authAccount';
    await this.limits.charge(request, context.switchToHttp().getResponse<Response>(), name, emailPayer(email));
    this.limits.refuseIfOver(request);
    return true;
  }
}

/** Limits guesses at the password of a known caller, by client address and by account, and the mails that it has sent. */
@Injectable()
export class PasswordBudgetGuard implements CanActivate {
  constructor(@Inject(RateLimits) private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const body = request.body;
    if (!CREDENTIALS.some((name) => body?.[name] !== undefined)) return true;
    const response = context.switchToHttp().getResponse<Response>();
    await this.limits.charge(request, response, 'auth', this.limits.addressPayer(request));
    // Before the account is charged: one address must not use up what others have.
    this.limits.refuseIfOver(request);
    await this.limits.charge(request, response, 'authAccount', this.limits.payerOf(request));
    if (body?.email !== undefined) await this.limits.charge(request, response, 'auth', this.limits.payerOf(request));
    this.limits.refuseIfOver(request);
    return true;
  }
}

/** Hashed, so that the Redis key has a bounded length and holds no e-mail address. */
export function emailPayer(email: string): string {
  return `email:${createHash('sha256').update(foldEmail(email)).digest('base64url')}`;
}

/** Members of a body that hold a password, or make the service check one or send a mail. */
const CREDENTIALS = ['current_password', 'password', 'email'];
