// The second auth budget: attempts on one account from many addresses. Runs on its routes alone, once the body is read.
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
    // Hashed: a counter's key is of bounded length and shows no address.
    const payer = `email:${createHash('sha256').update(folded).digest('base64url')}`;
    await this.limits.charge(request, context.switchToHttp().getResponse<Response>(), 'auth', payer);
    this.limits.refuseIfOver(request);
    return true;
  }
}
