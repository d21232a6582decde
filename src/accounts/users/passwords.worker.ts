// The program of the password thread. Piscina calls the exported functions by name, one at a time.
import { hashSync, verifySync } from '@node-rs/argon2';

/**
 * argon2id at 19 MiB, two passes, one lane: the minimum of OWASP's password storage cheat sheet. It takes
 * about 10 ms of one core.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface PasswordGuess {
  readonly passwordHash: string;
  readonly password: string;
}

export function hashPassword(password: string): string {
  return hashSync(password, COST);
}

export function verifyPassword({ passwordHash, password }: PasswordGuess): boolean {
  return verifySync(passwordHash, password);
}
