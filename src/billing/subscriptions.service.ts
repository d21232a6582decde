/** An account's plan. Everyone has one: free from registration on. */
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

@Injectable()
export class SubscriptionsService {
  /** The free plan of a new account; its usage months are counted from this moment. */
  async open(tx: EntityManager, accountId: string): Promise<void> {
    await tx.query('INSERT INTO subscription (id, account_id, anchor_at) VALUES ($1, $2, now())', [
      randomUUID(),
      accountId,
    ]);
  }
}
