// Takes up the callbacks that the API could not: one worker for all, round by round.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../../platform/config/config.js';
import { SharedRound } from '../../../platform/operations/shared-round.js';
import { TakeCallbacks } from './take-callbacks.js';

@Injectable()
export class CallbackRound implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(CallbackRound.name);
  private readonly stopping = new AbortController();
  private readonly round: SharedRound;

  constructor(
    dataSource: DataSource,
    takeCallbacks: TakeCallbacks,
    private readonly config: Config,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'source-callbacks',
      run: () => takeCallbacks.takeDue(this.stopping.signal),
      onError: (error) => this.logger.warn({ err: error }, 'Taking up callbacks failed; the next round tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.round.start(this.config.worker.sweepMs);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.round.stop();
  }
}
