// Charges requests to budgets and keeps the X-RateLimit headers on the budget nearest to its end.
import { Inject, Injectable } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import type { Response } from 'express';
import { Config } from '../../config/config.js';
import { tooManyRequests } from '../../errors/api-error.js';
import type { ServiceRequest } from '../access/caller.js';
import { RateLimitWindows } from './rate-limit-windows.js';

export type BudgetName = keyof Config['rateLimits'];

export const WINDOW_MS = 60_000;

/** Routes are found whatever the case of their letters, so the limits must be too. */
const VERSIONED = /^\/api\/v\d+(\/|$)/i;

/** Addresses of one household or host share an IPv6 /64. */
const IPV6_PREFIX = 64;

/** What has been charged to one request so far. */
interface Tab {
  remaining: number;
  /** Null while no budget is used up. */
  retryAfterSeconds: number | null;
}

@Injectable()
export class RateLimits {
  private readonly tabs = new WeakMap<ServiceRequest, Tab>();

  constructor(
    @Inject(Config) private readonly config: Config,
    @Inject(RateLimitWindows) private readonly windows: RateLimitWindows,
  ) {}

  /** True when the request is of the versioned interface; health, metrics and documents are not limited. */
  applies(request: ServiceRequest): boolean {
    // Not the request line's text, which may also hold the whole address.
    return VERSIONED.test(request.path);
  }

  /** From now on the request is not charged by `chargeUncounted`. */
  markCounted(request: ServiceRequest): void {
    if (!this.tabs.has(request))
      this.tabs.set(request, { remaining: Number.POSITIVE_INFINITY, retryAfterSeconds: null });
  }

  /** The account for an authenticated request, the client address otherwise. */
  whoPays(request: ServiceRequest): string {
    return request.caller ? `account:${request.caller.accountId}` : this.address(request);
  }

  address(request: ServiceRequest): string {
    return `address:${normalizeIp(request.ip ?? 'unknown', IPV6_PREFIX)}`;
  }

  /** Counts the request and writes the headers; does not refuse it. */
  async charge(request: ServiceRequest, response: Response, budget: BudgetName, payer: string): Promise<void> {
    const limit = this.config.rateLimits[budget];
    if (limit === 0) return;
    const count = await this.windows.increment(`${budget}:${payer}`, WINDOW_MS, limit);
    this.markCounted(request);
    const tab = this.tabs.get(request);
    if (!tab) return;
    const remaining = limit - count.totalHits;
    if (count.isBlocked) tab.retryAfterSeconds = Math.max(tab.retryAfterSeconds ?? 0, count.timeToBlockExpire);
    if (remaining >= tab.remaining || response.headersSent) return;
    tab.remaining = remaining;
    response.setHeader('X-RateLimit-Limit', limit);
    response.setHeader('X-RateLimit-Remaining', Math.max(0, remaining));
    response.setHeader('X-RateLimit-Reset', count.resetsAtSeconds);
  }

  /** @throws ApiError 429 if a budget of this request is used up */
  refuseIfOver(request: ServiceRequest): void {
    const seconds = this.tabs.get(request)?.retryAfterSeconds ?? null;
    if (seconds !== null) throw tooManyRequests(seconds);
  }

  /**
   * For requests that failed before the limiter's guard saw them: unknown routes, bad credentials. Without it they would
   * be free, and guessing credentials unlimited.
   * @throws ApiError 429
   */
  async chargeUncounted(request: ServiceRequest, response: Response): Promise<void> {
    if (this.tabs.has(request) || !this.applies(request)) return;
    this.markCounted(request);
    await this.charge(request, response, 'default', this.whoPays(request));
    this.refuseIfOver(request);
  }
}
