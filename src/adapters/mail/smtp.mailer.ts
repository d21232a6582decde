import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { type Mail, Mailer } from '../../ports/mailer.js';
import { ProviderError } from '../../ports/provider-error.js';

/** A server that does not answer must not hold mail for minutes, as the library's own limits would. */
const PATIENCE_MS = 15_000;

/** Mail through an SMTP server, over a few kept connections. */
export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  private readonly transport;

  /** @param smtpUrl `smtp://user:password@host:port` or `smtps://…`; its query takes the library's own options */
  constructor(smtpUrl: string, from: string) {
    super();
    this.transport = createTransport(
      {
        url: smtpUrl,
        pool: true,
        maxConnections: 3,
        connectionTimeout: PATIENCE_MS,
        greetingTimeout: PATIENCE_MS,
        socketTimeout: PATIENCE_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    );
  }

  async send(mail: Mail): Promise<void> {
    try {
      await this.transport.sendMail(mail);
    } catch (cause) {
      throw new ProviderError('The mail could not be sent.', { retryable: !isRefusal(cause), cause });
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

/** 5xx: the server has decided (RFC 5321, 4.2.1). 4xx, and silence, may pass. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error && 'responseCode' in error)) return false;
  return typeof error.responseCode === 'number' && error.responseCode >= 500;
}
