/** An account's plan. Everyone has one: free from registration on. */
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SubscriptionRows } from './subscription-rows.js';

@Injectable()
export class SubscriptionsService {
  constructor(private readonly subscriptions: SubscriptionRows) {}

  /** The free plan of a new account; its usage months are counted from this moment. */
  async open(tx: EntityManager, accountId: string): Promise<void> {
    await this.subscriptions.insert(tx, accountId);
  }
}
