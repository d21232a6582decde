// Sends mail through an SMTP server, over a few pooled connections.
import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { type Mail, Mailer } from '../../ports/mailer.js';
import { ProviderError } from '../../ports/provider-error.js';
import { toMessage } from './to-message.js';

/** The library's own limits would wait for minutes for a server that does not answer. */
const SERVER_TIMEOUT_MS = 15_000;
/** Timeout for the whole mail: a server that sends a part of a response now and then never reaches the timeout above. */
const MAIL_TIMEOUT_MS = 60_000;

export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  private readonly transport;

  /** @param smtpUrl `smtp://user:password@host:port` or `smtps://…`; its query may hold nodemailer's options */
  constructor(
    smtpUrl: string,
    from: string,
    private readonly mailTimeoutMs = MAIL_TIMEOUT_MS,
  ) {
    super();
    this.transport = createTransport(
      {
        url: smtpUrl,
        pool: true,
        maxConnections: 3,
        connectionTimeout: SERVER_TIMEOUT_MS,
        greetingTimeout: SERVER_TIMEOUT_MS,
        socketTimeout: SERVER_TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    );
  }

  async send(mail: Mail): Promise<void> {
    try {
      await this.transport.sendMail({ ...toMessage(mail), signal: AbortSignal.timeout(this.mailTimeoutMs) });
    } catch (cause) {
      throw new ProviderError('The mail could not be sent.', { retryable: !isRefusal(cause), cause });
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

/** A 5xx reply is final (RFC 5321, 4.2.1), but for 503, which is about the session. Any other reply or none is temporary. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'permanent' in error && error.permanent === true;
}
