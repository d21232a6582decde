// What must answer for this process to be useful. Each feature adds its own; the health page asks them all.
import { Injectable, Logger } from '@nestjs/common';

export interface CheckResult {
  readonly status: 'ok' | 'failing' | 'degraded';
  readonly duration_ms: number;
  /** A sentence without host names or credentials, only where the check gives one on purpose. */
  readonly note?: string;
}

/** Thrown by a check to say something to the reader of the health page; other errors are logged only. */
export class CheckNote extends Error {
  override readonly name = 'CheckNote';
}

interface CheckOptions {
  /** False: a failure is shown as `degraded` and the process stays ready. Default true. */
  readonly required?: boolean;
}

const LONGEST_MS = 2_000;

@Injectable()
export class ReadinessChecks {
  private readonly logger = new Logger(ReadinessChecks.name);
  private readonly checks = new Map<string, { check: () => Promise<void>; required: boolean }>();

  /** @param check resolves while all is well; is given 2 s */
  add(name: string, check: () => Promise<void>, { required = true }: CheckOptions = {}): void {
    this.checks.set(name, { check, required });
  }

  async run(): Promise<{ ready: boolean; checks: Readonly<Record<string, CheckResult>> }> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, { check, required }]) => {
        const startedAt = performance.now();
        const failure = await outcome(check);
        const duration_ms = Math.round(performance.now() - startedAt);
        if (failure === null) return [name, { status: 'ok', duration_ms } satisfies CheckResult] as const;
        if (!(failure instanceof CheckNote)) this.logger.warn(`Readiness of ${name}: ${failure.message}`);
        const status = required ? 'failing' : 'degraded';
        const note = failure instanceof CheckNote ? { note: failure.message } : {};
        return [name, { status, duration_ms, ...note } satisfies CheckResult] as const;
      }),
    );
    return { ready: results.every(([, { status }]) => status !== 'failing'), checks: Object.fromEntries(results) };
  }
}

/** Null when the check passed. */
async function outcome(check: () => Promise<void>): Promise<Error | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LONGEST_MS} ms`)), LONGEST_MS);
  });
  try {
    await Promise.race([check(), late]);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error('failed');
  } finally {
    clearTimeout(timer);
  }
}
