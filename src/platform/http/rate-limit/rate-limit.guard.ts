// Charges every request of the interface to its budgets. Runs after the guard that tells who calls.
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
    // Only now: a submission that is refused counts in both budgets, and the headers describe the nearer one.
    this.limits.refuseIfOver(request);
    return true;
  }

  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    return routeBudget(context) === 'none' || !this.limits.applies(context.switchToHttp().getRequest<ServiceRequest>());
  }

  /** The package counts by route and sends relative times; here budgets span routes and times are Unix times. */
  protected override async handleRequest({ context, throttler }: ThrottlerRequest): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    if (throttler.name === 'auth') await this.limits.charge(request, response, 'auth', this.limits.address(request));
    else if (throttler.name === 'submission')
      await this.limits.charge(request, response, 'submission', this.limits.whoPays(request));
    else await this.limits.charge(request, response, 'default', this.limits.whoPays(request));
    return true;
  }
}

export function routeBudget(context: ExecutionContext): RouteBudget | undefined {
  return (
    Reflect.getMetadata(ROUTE_BUDGET, context.getHandler()) ?? Reflect.getMetadata(ROUTE_BUDGET, context.getClass())
  );
}
