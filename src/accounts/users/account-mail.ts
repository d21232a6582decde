import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Role } from '../../access/roles.js';
import { Config } from '../../platform/config/config.js';
import { emailPayer } from '../../platform/http/rate-limit/auth-budget.guards.js';
import { RateLimitWindows } from '../../platform/http/rate-limit/rate-limit-windows.js';
import { type Mail, Mailer } from '../../ports/mailer.js';
import { ProviderError } from '../../ports/provider-error.js';

/** Waits before further attempts when the mail server fails temporarily. */
const RETRY_WAITS_MS = [1_000, 5_000, 25_000];
const MAIL_WINDOW_MS = 60 * 60_000;
/** Mails to one mailbox in an hour, as a multiple of what may be asked for in a minute: RATE_LIMIT_AUTH. */
const MINUTES_OF_MAIL_AN_HOUR = 2;

/**
 * Sends mail about an account after the response has left, so that the duration of a request does not reveal whether a mail
 * was sent, that is, whether an account exists. A lost mail is not sent again: the user requests another one.
 */
@Injectable()
export class AccountMail implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly log = new Logger(AccountMail.name);
  private readonly pending = new Set<Promise<void>>();
  private readonly closing = new AbortController();

  constructor(
    private readonly config: Config,
    private readonly mailer: Mailer,
    private readonly windows: RateLimitWindows,
  ) {}

  /**
   * Counts a mail to the address: strangers must not fill a mailbox. Where the hour's are used up, the caller sends none and
   * issues no token, so that the link in the last mail still works.
   * @returns null when the mail may go; else the seconds until the next may
   */
  async mailWaitSeconds(email: string): Promise<number | null> {
    const limit = this.config.rateLimits.auth * MINUTES_OF_MAIL_AN_HOUR;
    if (limit === 0) return null;
    const { isBlocked, timeToBlockExpire } = await this.windows.increment(
      `mail:${emailPayer(email)}`,
      MAIL_WINDOW_MS,
      limit,
    );
    if (!isBlocked) return null;
    this.log.warn('A mailbox has had the mails of an hour; this one is not sent');
    return timeToBlockExpire;
  }

  sendVerification(email: string, token: string): void {
    this.afterResponse(() => this.deliver(verificationMail(email, this.link('verify-email', token))));
  }

  sendPasswordReset(email: string, token: string): void {
    this.afterResponse(() => this.deliver(passwordResetMail(email, this.link('reset-password', token))));
  }

  sendInvitation(email: string, token: string): void {
    this.afterResponse(() => this.deliver(invitationMail(email, this.link('accept-invitation', token))));
  }

  /** The owner logged in with the password although the account signs in by its identity provider. */
  sendOwnerLogIn(email: string): void {
    this.tell(email, ownerLogInMail);
  }

  sendRoleChanged(email: string, role: Role): void {
    this.tell(email, (to, link) => roleChangedMail(to, link, role));
  }

  /** The member was disabled or deleted. */
  sendLeft(email: string): void {
    this.tell(email, leftMail);
  }

  /** @param email of the owner */
  sendDomainProved(email: string, domain: string): void {
    this.tell(email, (to, link) => domainProvedMail(to, link, domain));
  }

  /** Tells of what has happened; the mail goes only while the mailbox has had few of them. */
  private tell(email: string, mailTo: (to: string, link: string) => Mail): void {
    this.afterResponse(async () => {
      if ((await this.mailWaitSeconds(email)) === null)
        await this.deliver(mailTo(email, `${this.config.http.publicUrl}/`));
    });
  }

  /** Runs the work after the response. A failure is logged; the client does not learn of it. */
  afterResponse(work: () => Promise<void>): void {
    const running: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error: unknown) =>
        this.log.error('Could not send a mail about an account; the user must request another', error),
      )
      .finally(() => this.pending.delete(running));
    this.pending.add(running);
  }

  /** Resolves when every mail so far is sent or has failed. */
  async settled(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.settled();
  }

  /** Again, since requests in progress may have added mails until the HTTP server closed. */
  async onApplicationShutdown(): Promise<void> {
    await this.settled();
  }

  private async deliver(mail: Mail): Promise<void> {
    for (const waitMs of RETRY_WAITS_MS) {
      try {
        return await this.mailer.send(mail);
      } catch (error) {
        if (!(error instanceof ProviderError && error.retryable) || this.closing.signal.aborted) throw error;
        await delay(waitMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
      }
    }
    await this.mailer.send(mail);
  }

  private link(page: 'verify-email' | 'reset-password' | 'accept-invitation', token: string): string {
    return `${this.config.http.publicUrl}/${page}?token=${token}`;
  }
}

function verificationMail(to: string, link: string): Mail {
  return compose(to, 'Confirm your e-mail address', link, {
    before: 'Please confirm your e-mail address. Open this link and select Confirm:',
    after:
      'The link can be used once and expires in 24 hours. If you did not request this, you can ignore this e-mail.',
  });
}

function passwordResetMail(to: string, link: string): Mail {
  return compose(to, 'Reset your password', link, {
    before: 'We received a request to reset the password of your account. Open this link to choose a new one:',
    after:
      'The link can be used once and expires in one hour. If you did not request this, you can ignore this e-mail: your password stays the same.',
  });
}

function invitationMail(to: string, link: string): Mail {
  return compose(to, 'You are invited', link, {
    before: 'You are invited to look at calls of your company with an own log-in. Open this link to choose a password:',
    after: 'The link works once, within seven days. If you did not expect this, ignore this mail.',
  });
}

function ownerLogInMail(to: string, link: string): Mail {
  return compose(to, 'Log-in with a password', link, {
    before:
      'The owner of the account has logged in with a password, although people of your domain log in with the identity ' +
      'provider. If it was not you, ask for a new password on the log-in page of:',
    after: 'The password of the owner always works, so that a broken identity provider locks no account.',
  });
}

function roleChangedMail(to: string, link: string, role: Role): Mail {
  return compose(to, 'Your role was changed', link, {
    before: `You have the role ${role} from now on, in the account that you log in to at:`,
    after: 'If you did not expect this, ask the owner of your account.',
  });
}

function leftMail(to: string, link: string): Mail {
  return compose(to, 'Your access has ended', link, {
    before: 'An admin of your account has ended your access to its calls at:',
    after: 'If you did not expect this, ask the owner of the account. What you wrote about calls stays with them.',
  });
}

function domainProvedMail(to: string, link: string, domain: string): Mail {
  return compose(to, `${domain} is verified`, link, {
    before:
      `Your account has proved that ${domain} is its own. People with an address there can sign in by your ` +
      'identity provider at:',
    after: 'If it was not you, have a look at the sign-in settings of the account and at its members.',
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
