// Stops everything that a process has started, last started first. A failed step does not prevent the others from running.
import type { Logger } from 'pino';

interface StopStep {
  /** Name for the log and for the operator. */
  readonly name: string;
  readonly stop: () => Promise<void>;
}

/**
 * Time after which a step is logged as slow. It is shorter than the maximum time of a stop, after which the process exits without
 * a log line.
 */
const SLOW_STEP_MS = 20_000;

export class StopSequence {
  private readonly steps: StopStep[] = [];
  private outcome: Promise<readonly string[]> | undefined;

  constructor(private readonly logger: Logger) {}

  /** Call this as soon as the thing to be stopped is running. */
  add(name: string, stop: () => Promise<void>): void {
    this.steps.push({ name, stop });
  }

  /**
   * Runs each step once, whatever the steps before it did; a second call gets the outcome of the first. Never rejects.
   * @returns the names of the steps that failed; each failure is in the log
   */
  run(): Promise<readonly string[]> {
    this.outcome ??= this.runSteps();
    return this.outcome;
  }

  private async runSteps(): Promise<readonly string[]> {
    const failed: string[] = [];
    for (const { name, stop } of this.steps.toReversed()) {
      const tellSlow = () => this.logger.warn({ step: name }, 'A step of stopping the service takes over 20 s');
      const timer = setTimeout(tellSlow, SLOW_STEP_MS).unref();
      try {
        await stop();
      } catch (error) {
        failed.push(name);
        this.logger.error({ err: error, step: name }, 'A step of stopping the service failed; the others still run');
      } finally {
        clearTimeout(timer);
      }
    }
    return failed;
  }
}
