import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { type Mail, Mailer } from '../ports/mailer.js';
import { ProviderError } from '../ports/provider-error.js';

/** A mail server that is briefly away is asked again after so long. */
const PAUSES_MS = [1_000, 5_000, 25_000];

/**
 * Mail about an account, sent after the answer has left: how long a mail takes, or whether one is sent at all, must
 * not be told by how long the request takes. A mail that is lost is asked for again by its reader.
 */
@Injectable()
export class AccountMail implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly log = new Logger(AccountMail.name);
  private readonly pending = new Set<Promise<void>>();
  private readonly closing = new AbortController();

  constructor(
    private readonly config: Config,
    private readonly mailer: Mailer,
  ) {}

  sendVerification(email: string, token: string): void {
    this.afterAnswer(() => this.deliver(verificationMail(email, this.link('verify-email', token))));
  }

  sendPasswordReset(email: string, token: string): void {
    this.afterAnswer(() => this.deliver(passwordResetMail(email, this.link('reset-password', token))));
  }

  /** Work whose outcome the client is never told. */
  afterAnswer(work: () => Promise<void>): void {
    const running = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error: unknown) => this.log.error('Mail about an account could not be sent', error))
      .finally(() => this.pending.delete(running));
    this.pending.add(running);
  }

  /** Resolves when everything asked for so far is sent or given up. */
  async settled(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.settled();
  }

  /** Requests that were still being answered until now may have asked for more. */
  async onApplicationShutdown(): Promise<void> {
    await this.settled();
  }

  private async deliver(mail: Mail): Promise<void> {
    for (const pauseMs of PAUSES_MS) {
      try {
        return await this.mailer.send(mail);
      } catch (error) {
        if (!(error instanceof ProviderError && error.retryable) || this.closing.signal.aborted) throw error;
        await delay(error.retryAfterMs ?? pauseMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
      }
    }
    await this.mailer.send(mail);
  }

  private link(page: 'verify-email' | 'reset-password', token: string): string {
    return `${this.config.http.publicUrl}/${page}?token=${token}`;
  }
}

function verificationMail(to: string, link: string): Mail {
  return compose(to, 'Confirm your email address', link, {
    before: 'Please confirm that this address is yours. Open this link and press the button:',
    after:
      'The link works once, within 24 hours. If you did not ask for this, ignore this mail: nothing happens without the link.',
  });
}

function passwordResetMail(to: string, link: string): Mail {
  return compose(to, 'Choose a new password', link, {
    before: 'Somebody, hopefully you, asked for a new password for your account. Open this link to choose one:',
    after:
      'The link works once, within one hour. If you did not ask for this, ignore this mail: your password stays as it is.',
  });
}

function compose(to: string, subject: string, link: string, words: { before: string; after: string }): Mail {
  const href = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return {
    to,
    subject,
    text: `${words.before}\n\n${link}\n\n${words.after}\n`,
    html: `<p>${words.before}</p><p><a href="${href}">${href}</a></p><p>${words.after}</p>`,
  };
}
