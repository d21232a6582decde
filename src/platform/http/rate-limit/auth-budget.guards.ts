// Charge the auth budgets that depend on the body. They run on routes with such a budget only, after the body was read.
import { createHash } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { foldEmail } from '../../outbound/email-address.js';
import type { ServiceRequest } from '../access/caller.js';
import { RateLimits } from './rate-limits.js';

/** Metadata of a handler: the member of its body that holds an e-mail address. Without it, `email`. */
export const EMAIL_FIELD = Symbol('email-field');

/** Limits attempts on one account from many addresses, and the mails to one mailbox. */
@Injectable()
export class EmailBudgetGuard implements CanActivate {
  constructor(@Inject(RateLimits) private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const field: string = Reflect.getMetadata(EMAIL_FIELD, context.getHandler()) ?? 'email';
    const email: unknown = request.body?.[field];
    if (typeof email !== 'string') return true;
    // Hashed, so that the Redis key has a bounded length and holds no e-mail address.
    const payer = `email:${createHash('sha256').update(foldEmail(email)).digest('base64url')}`;
    await this.limits.charge(request, context.switchToHttp().getResponse<Response>(), 'auth', payer);
    this.limits.refuseIfOver(request);
    return true;
  }
}

/** Limits guesses at the password of a known caller, by account and by client address. */
@Injectable()
export class PasswordBudgetGuard implements CanActivate {
  constructor(@Inject(RateLimits) private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (!CREDENTIALS.some((name) => request.body?.[name] !== undefined)) return true;
    const response = context.switchToHttp().getResponse<Response>();
    for (const payer of [this.limits.addressPayer(request), this.limits.payerOf(request)])
      await this.limits.charge(request, response, 'auth', payer);
    this.limits.refuseIfOver(request);
    return true;
  }
}

/** Members of a body that hold a password, or make the service check one or send a mail. */
const CREDENTIALS = ['current_password', 'password', 'email'];
