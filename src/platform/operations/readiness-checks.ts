// The checks behind /health/ready. Each feature adds its own.
import { Injectable, Logger } from '@nestjs/common';
import { withinTime } from '../concurrency/within-time.js';

export interface CheckResult {
  readonly status: 'ok' | 'failing' | 'degraded';
  readonly duration_ms: number;
  /** A sentence without host names or credentials; only from a check that throws a `CheckNote`. */
  readonly note?: string;
}

/** A check throws it to show its message in the response of /health/ready. Other errors are only logged. */
export class CheckNote extends Error {
  override readonly name = 'CheckNote';
}

interface CheckOptions {
  /** False: a failure is shown as `degraded`, and the process stays ready. Default true. */
  readonly required?: boolean;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, CheckResult>>;
}

const CHECK_TIMEOUT_MS = 2_000;
const FRESH_MS = 1_000;

@Injectable()
export class ReadinessChecks {
  private readonly logger = new Logger(ReadinessChecks.name);
  private readonly checks = new Map<string, { check: () => Promise<void>; required: boolean }>();
  private latest: Promise<Readiness> | null = null;

  /** @param check rejects when something is wrong. After 2 s without a response it counts as failed. */
  add(name: string, check: () => Promise<void>, { required = true }: CheckOptions = {}): void {
    this.checks.set(name, { check, required });
  }

  /**
   * Result of a run that is in progress or has ended within the last second. Requests are not limited, and the checks use
   * Postgres, Redis and the storage.
   */
  recent(): Promise<Readiness> {
    this.latest ??= this.run().finally(() => {
      setTimeout(() => {
        this.latest = null;
      }, FRESH_MS).unref();
    });
    return this.latest;
  }

  async run(): Promise<Readiness> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, { check, required }]) => {
        const startedAt = performance.now();
        const failure = await failureOf(check);
        const duration_ms = Math.round(performance.now() - startedAt);
        if (failure === null) return [name, { status: 'ok', duration_ms } satisfies CheckResult] as const;
        if (!(failure instanceof CheckNote)) this.logger.warn(`Readiness check ${name} failed: ${failure.message}`);
        const status = required ? 'failing' : 'degraded';
        const note = failure instanceof CheckNote ? { note: failure.message } : {};
        return [name, { status, duration_ms, ...note } satisfies CheckResult] as const;
      }),
    );
    return { ready: results.every(([, { status }]) => status !== 'failing'), checks: Object.fromEntries(results) };
  }
}

/** Null when the check passed. */
async function failureOf(check: () => Promise<void>): Promise<Error | null> {
  try {
    await withinTime(check, CHECK_TIMEOUT_MS);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error('failed');
  }
}
