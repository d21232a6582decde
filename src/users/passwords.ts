import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { z } from 'zod';
import { threadProgram } from '../platform/concurrency/thread-program.js';
import { tooManyRequests } from '../platform/errors/api-error.js';
import type { PasswordGuess } from './passwords.worker.js';

/** Hash of nothing anyone knows, with the same cost: what is checked when there is no account. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$Qkl9mBYHU4XpaGwqSlpNOg$ztrGXyurddSrKBPmCS/3fnWzw9ERKy83HCcBEv5Lx8U';

const WAITING = 32;

/**
 * About a tenth of a core where all are busy, a whole one where there is time: hashing for a flood of log-ins takes little from
 * uploads and reads. Only Linux has priorities by the thread; elsewhere it would be that of the whole service.
 */
const NICENESS = process.platform === 'linux' ? 10 : 0;

/** Hashes and checks passwords, one at a time in a thread of their own; 429 when too many wait already. */
@Injectable()
export class Passwords implements OnApplicationShutdown {
  private readonly logger = new Logger(Passwords.name);
  private readonly thread = new Piscina<string | PasswordGuess, unknown>({
    filename: threadProgram(import.meta.dirname, 'passwords.worker.js'),
    // Nothing of the service's environment: it holds secrets.
    env: {},
    // One at all times: where a thread ends, the next serves those who wait. Started by need alone, it would not come.
    minThreads: 1,
    maxThreads: 1,
    niceIncrement: NICENESS,
    recordTiming: false,
  }).on('error', (error: unknown) => this.logger.error({ err: error }, 'The thread of passwords broke off'));

  /** Not sooner: requests that are being answered may still need it. */
  async onApplicationShutdown(): Promise<void> {
    await this.thread.destroy();
  }

  async hash(password: string): Promise<string> {
    return z.string().parse(await this.inTurn('hashPassword', typed(password)));
  }

  /** @param passwordHash null when there is no account: the work is the same and the answer is no */
  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    const guess = { passwordHash: passwordHash ?? NOBODY, password: typed(password) };
    const matches = z.boolean().parse(await this.inTurn('verifyPassword', guess));
    return passwordHash !== null && matches;
  }

  private async inTurn(name: keyof typeof import('./passwords.worker.js'), work: string | PasswordGuess) {
    if (this.thread.queueSize >= WAITING) throw tooManyRequests(1);
    return this.thread.run(work, { name });
  }
}

/** Keyboards differ in how they compose letters (NIST SP 800-63B, 3.1.1.2). */
function typed(password: string): string {
  return password.normalize('NFKC');
}
