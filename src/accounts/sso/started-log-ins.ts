// Log-ins between `start` and `callback`, in a cookie that the service alone can read and write.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { z } from 'zod';
import { Config } from '../../platform/config/config.js';
import { SecretCipher } from '../../platform/database/secret-cipher.js';

export const LOG_IN_SECONDS = 600;

const startedLogIn = z.object({
  accountId: z.uuid(),
  /** The answer must come from this issuer, and under the settings with which the log-in began. */
  issuer: z.string(),
  version: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Shows the claims and changes nothing. */
  isTest: z.boolean(),
  expiresAt: z.number(),
});
export type StartedLogIn = z.infer<typeof startedLogIn>;

const test = z.object({ accountId: z.uuid(), expiresAt: z.number() });

@Injectable()
export class StartedLogIns {
  private readonly cipher: SecretCipher;
  private readonly cookie: string;
  private readonly options: CookieOptions;

  constructor({ secrets, http }: Config) {
    this.cipher = new SecretCipher(secrets.encryption);
    const secure = http.publicUrl.startsWith('https:');
    // No neighbour below the same domain can set a cookie with this prefix.
    this.cookie = secure ? '__Host-sign-in' : 'sign-in';
    this.options = { httpOnly: true, sameSite: 'lax', secure, path: '/' };
  }

  keep(response: Response, started: Omit<StartedLogIn, 'expiresAt'>): void {
    const sealed = this.seal('log-in', { ...started, expiresAt: Date.now() + LOG_IN_SECONDS * 1000 });
    response.cookie(this.cookie, sealed, { ...this.options, maxAge: LOG_IN_SECONDS * 1000 });
  }

  /** Takes the cookie out of the browser. Null without a good one. */
  take(request: Request, response: Response): StartedLogIn | null {
    response.clearCookie(this.cookie, this.options);
    const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='));
    const found = cookies.filter(([name]) => name === this.cookie).map(([, value = '']) => value);
    const [sealed] = found;
    return sealed === undefined || found.length > 1 ? null : this.open('log-in', sealed, startedLogIn);
  }

  /** A word for the address that starts a test of the account's settings. */
  testWord(accountId: string): string {
    return this.seal('test', { accountId, expiresAt: Date.now() + LOG_IN_SECONDS * 1000, id: randomUUID() });
  }

  /** @returns the account; null for a word that is not ours or has expired */
  readTestWord(word: string): string | null {
    return this.open('test', word, test)?.accountId ?? null;
  }

  private seal(purpose: string, value: object): string {
    return this.cipher.encrypt(JSON.stringify(value), `sign-in ${purpose}`).toString('base64url');
  }

  private open<Value extends { readonly expiresAt: number }>(
    purpose: string,
    sealed: string,
    schema: z.ZodType<Value>,
  ): Value | null {
    try {
      const text = this.cipher.decrypt(Buffer.from(sealed, 'base64url'), `sign-in ${purpose}`);
      const value = schema.parse(JSON.parse(text));
      return value.expiresAt > Date.now() ? value : null;
    } catch {
      return null;
    }
  }
}
