// Finds the caller of a request that reached no route, and so passed no guard.
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller, ServiceRequest } from './caller.js';

/** @throws ApiError 401 or 403 for credentials that are missing or not good */
export type IdentifyCaller = (request: ServiceRequest, response: Response) => Promise<Caller>;

@Injectable()
export class CallerLookUp {
  private identify: IdentifyCaller | null = null;

  /** The module that knows accounts calls this at start. A worker has no such module. */
  lookUpWith(identify: IdentifyCaller): void {
    this.identify = identify;
  }

  /** Null without good credentials, and while they cannot be checked. */
  async find(request: ServiceRequest, response: Response): Promise<Caller | null> {
    return (await this.identify?.(request, response).catch(() => undefined)) ?? null;
  }
}
