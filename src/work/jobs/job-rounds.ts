// Has a worker go on with one kind of jobs over many objects, at an interval, whatever became of the doorbell.
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { PeriodicTask } from '../../platform/operations/periodic-task.js';
import { type Recorded, type Sender, unlessLost, writeAndTell } from './job-writes.js';

/** Each look is a seek in an index that holds the jobs in progress, or what is to be counted, alone. */
const ROUND_MS = 500;

export abstract class JobRounds implements OnApplicationBootstrap, OnApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  private readonly stopping = new AbortController();
  private readonly taking: PeriodicTask;
  /** Apart from the turns, which may be long. */
  private readonly counting: PeriodicTask;

  /** @param logged where a turn or a count has failed */
  constructor(
    private readonly dataSource: DataSource,
    private readonly sender: Sender,
    logged: { readonly turnFailed: string; readonly countFailed: string },
  ) {
    this.taking = new PeriodicTask(
      () => this.take(),
      (err) => this.logger.warn({ err }, logged.turnFailed),
    );
    this.counting = new PeriodicTask(
      () => this.count(),
      (err) => this.logger.warn({ err }, logged.countFailed),
    );
  }

  onApplicationBootstrap(): void {
    this.taking.start(ROUND_MS);
    this.counting.start(ROUND_MS);
  }

  /** Resolves when the turn at hand has ended. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.taking.stop(), this.counting.stop()]);
  }

  protected get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Goes on with the job that has the next turn. @returns false when none waits for a turn */
  protected abstract takeTurn(stopping: AbortSignal): Promise<boolean>;

  /** Counts what has ended, and closes jobs that wait for nothing any more. */
  protected abstract count(): Promise<void>;

  /** Writes to a job, unless its account is erased or another worker has done the same. */
  protected write(accountId: string, write: Recorded): Promise<void> {
    return unlessLost(writeAndTell(this.dataSource, accountId, this.sender, write));
  }

  private async take(): Promise<void> {
    while (!this.isStopping && (await this.takeTurn(this.stopping.signal))) {}
  }
}
