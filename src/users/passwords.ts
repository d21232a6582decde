import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { tooManyRequests } from '../platform/errors/api-error.js';

/**
 * argon2id at 19 MiB, two passes, one lane: the least that OWASP's password storage cheat sheet accepts,
 * about 10 ms of one core.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of nothing anyone knows, with the same cost: what is checked when there is no account. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$Qkl9mBYHU4XpaGwqSlpNOg$ztrGXyurddSrKBPmCS/3fnWzw9ERKy83HCcBEv5Lx8U';

/**
 * Hashing runs on the thread pool that file writes and name look-ups share: unbounded, a flood of log-ins stops
 * uploads for seconds. One at a time, on two cores, leaves one to everybody else and still checks a hundred a second.
 */
const IN_FLIGHT = 1;
const WAITING = 32;

/** Hashes and checks passwords, few at a time; 429 when too many wait already. */
@Injectable()
export class Passwords {
  private inFlight = 0;
  private readonly waiting: (() => void)[] = [];

  async hash(password: string): Promise<string> {
    return this.inTurn(() => hash(typed(password), COST));
  }

  /** @param passwordHash null when there is no account: the work is the same and the answer is no */
  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    const matches = await this.inTurn(() => verify(passwordHash ?? NOBODY, typed(password)));
    return passwordHash !== null && matches;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.inFlight < IN_FLIGHT) this.inFlight += 1;
    else if (this.waiting.length >= WAITING) throw tooManyRequests(1);
    // Whoever finishes hands its place on, so the count stays as it is.
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.inFlight -= 1;
    }
  }
}

/** Keyboards differ in how they compose letters (NIST SP 800-63B, 3.1.1.2). */
function typed(password: string): string {
  return password.normalize('NFKC');
}
