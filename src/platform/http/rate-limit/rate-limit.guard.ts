// Charges every request to `/api/v…` to its budgets. Runs after the caller guard, because an account pays for its requests.
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  getOptionsToken,
  getStorageToken,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { Response } from 'express';
import type { ServiceRequest } from '../access/caller.js';
import { ROUTE_BUDGET, type RouteBudget } from './budgets.js';
import { RateLimits } from './rate-limits.js';

@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    @Inject(getStorageToken()) storage: ThrottlerStorage,
    @Inject(Reflector) reflector: Reflector,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {
    super(options, storage, reflector);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    this.limits.markCounted(request);
    await super.canActivate(context);
    // Refuse only after all charges: a refused submission counts in both budgets, and the headers describe the one with less
    // left.
    this.limits.refuseIfOver(request);
    return true;
  }

  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    return routeBudget(context) === 'none' || !this.limits.applies(context.switchToHttp().getRequest<ServiceRequest>());
  }

  /** Replaces the package's counting: it counts by route and sends relative times; our budgets span routes, in Unix time. */
  protected override async handleRequest({ context, throttler }: ThrottlerRequest): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    if (throttler.name === 'auth')
      await this.limits.charge(request, response, 'auth', this.limits.addressPayer(request));
    else if (throttler.name === 'submission')
      await this.limits.charge(request, response, 'submission', this.limits.payerOf(request));
    else if (throttler.name === 'upload' || throttler.name === 'append')
      await this.limits.charge(request, response, throttler.name, this.limits.payerOf(request));
    else await this.limits.charge(request, response, 'default', this.limits.payerOf(request));
    return true;
  }
}

export function routeBudget(context: ExecutionContext): RouteBudget | undefined {
  return (
    Reflect.getMetadata(ROUTE_BUDGET, context.getHandler()) ?? Reflect.getMetadata(ROUTE_BUDGET, context.getClass())
  );
}
