// Ends erasures that were begun and did not end.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { AccountErasure } from './account-erasure.js';
import { AccountsService } from './accounts.service.js';

/** Accounts per round; the next round takes the rest. */
const MAX_ACCOUNTS = 10;

@Injectable()
export class ErasureSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(ErasureSweep.name);
  private readonly round: SharedRound;

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly accounts: AccountsService,
    private readonly erasure: AccountErasure,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'erasures',
      run: () => this.sweep(),
      onError: (error) => this.log.warn({ err: error }, 'Could not erase closed accounts; the next round tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.round.start(this.config.worker.sweepMs);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  /** @throws the error of the last account that could not be erased, after the others */
  async sweep(): Promise<void> {
    const left = await this.accounts.findLeftClosed(this.dataSource, MAX_ACCOUNTS);
    let failure: unknown;
    for (const accountId of left) {
      await this.erasure.eraseClosed(accountId).catch((error: unknown) => {
        failure = error;
      });
    }
    if (failure !== undefined) throw failure;
  }
}
