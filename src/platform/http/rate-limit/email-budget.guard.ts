// Charges the second auth budget, which limits attempts on one account from many addresses. It runs only on routes with that
// budget, after the body was read.
import { createHash } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { ServiceRequest } from '../access/caller.js';
import { RateLimits } from './rate-limits.js';

@Injectable()
export class EmailBudgetGuard implements CanActivate {
  constructor(@Inject(RateLimits) private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const email: unknown = request.body?.email;
    if (typeof email !== 'string') return true;
    const folded = email.trim().normalize('NFKC').toLowerCase();
    // Hashed, so that the Redis key has a bounded length and holds no e-mail address.
    const payer = `email:${createHash('sha256').update(folded).digest('base64url')}`;
    await this.limits.charge(request, context.switchToHttp().getResponse<Response>(), 'auth', payer);
    this.limits.refuseIfOver(request);
    return true;
  }
}
