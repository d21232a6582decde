// Charges requests to budgets. The X-RateLimit headers of a response describe the budget with the fewest requests left.
import { Inject, Injectable } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import type { Response } from 'express';
import { Config } from '../../config/config.js';
import { tooManyRequests } from '../../errors/api-error.js';
import type { ServiceRequest } from '../access/caller.js';
import { isVersioned } from '../access/versioned-path.js';
import { RateLimitWindows } from './rate-limit-windows.js';

export type BudgetName = keyof Config['rateLimits'] | 'upload' | 'append';

/** Uploads that may be started for each call that may be submitted. Some uploads are started again. */
const UPLOADS_A_SUBMISSION = 3;
/** Requests about upload parts that may be made for each other request. */
const APPENDS_A_REQUEST = 12;

export const WINDOW_MS = 60_000;

/** All addresses of one household or host share an IPv6 /64, so they count as one client. */
const IPV6_PREFIX = 64;

/** Charges of one request so far, over all its budgets. */
interface Charges {
  /** The smallest number of requests left in any budget that was charged. */
  remaining: number;
  /** Null while no budget is used up. */
  retryAfterSeconds: number | null;
}

@Injectable()
export class RateLimits {
  private readonly charges = new WeakMap<ServiceRequest, Charges>();

  constructor(
    @Inject(Config) private readonly config: Config,
    @Inject(RateLimitWindows) private readonly windows: RateLimitWindows,
  ) {}

  /** True for requests to `/api/v…`. Health, metrics and documents are not limited. */
  applies(request: ServiceRequest): boolean {
    // `path` and not `originalUrl`, which may be a whole address.
    return isVersioned(request.path);
  }

  /** After this call, `chargeUncounted` does not charge the request. */
  markCounted(request: ServiceRequest): void {
    if (!this.charges.has(request))
      this.charges.set(request, { remaining: Number.POSITIVE_INFINITY, retryAfterSeconds: null });
  }

  /**
   * Payer of a request: the account of an authenticated caller, otherwise the client address. The holder of a review link must
   * not use up the account's budget.
   */
  payerOf(request: ServiceRequest): string {
    const { caller } = request;
    return caller && !caller.link ? `account:${caller.accountId}` : this.addressPayer(request);
  }

  addressPayer(request: ServiceRequest): string {
    return `address:${normalizeIp(request.ip ?? 'unknown', IPV6_PREFIX)}`;
  }

  /** Counts the request and sets the headers. Does not refuse it. */
  async charge(request: ServiceRequest, response: Response, budget: BudgetName, payer: string): Promise<void> {
    const limit = this.limitOf(budget);
    if (limit === 0) return;
    const count = await this.windows.increment(`${budget}:${payer}`, WINDOW_MS, limit);
    this.markCounted(request);
    const charges = this.charges.get(request);
    if (!charges) return;
    const remaining = limit - count.totalHits;
    if (count.isBlocked) charges.retryAfterSeconds = Math.max(charges.retryAfterSeconds ?? 0, count.timeToBlockExpire);
    if (remaining >= charges.remaining || response.headersSent) return;
    charges.remaining = remaining;
    response.setHeader('X-RateLimit-Limit', limit);
    response.setHeader('X-RateLimit-Remaining', Math.max(0, remaining));
    response.setHeader('X-RateLimit-Reset', count.resetsAtSeconds);
  }

  private limitOf(budget: BudgetName): number {
    const { rateLimits } = this.config;
    if (budget === 'upload') return UPLOADS_A_SUBMISSION * rateLimits.submission;
    return budget === 'append' ? APPENDS_A_REQUEST * rateLimits.default : rateLimits[budget];
  }

  /** @throws ApiError 429 when a budget that this request was charged to is used up */
  refuseIfOver(request: ServiceRequest): void {
    const seconds = this.charges.get(request)?.retryAfterSeconds ?? null;
    if (seconds !== null) throw tooManyRequests(seconds);
  }

  /**
   * Charges a request that failed before the rate-limit guard ran: unknown route, bad credentials. Without it, guessing
   * credentials would not be limited.
   * @throws ApiError 429
   */
  async chargeUncounted(request: ServiceRequest, response: Response): Promise<void> {
    if (this.charges.has(request) || !this.applies(request)) return;
    this.markCounted(request);
    await this.charge(request, response, 'default', this.payerOf(request));
    this.refuseIfOver(request);
  }
}
