// The only place that chooses the adapters which every process needs: storage, mail and payments.
import { Global, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { SignedLinks } from '../platform/http/access/signed-links.js';
import { ReadinessChecks } from '../platform/operations/readiness-checks.js';
import { Mailer } from '../ports/mailer.js';
import { ObjectStore } from '../ports/object-store.js';
import { Payments } from '../ports/payments.js';
import { OutboxMailer } from './mail/outbox.mailer.js';
import { openObjectStore } from './storage/open-object-store.js';
import { openPayments } from './stripe/open-payments.js';

/** Adds the recording store to the readiness check. */
@Injectable()
class StorageCheck implements OnModuleInit {
  constructor(
    private readonly readiness: ReadinessChecks,
    private readonly store: ObjectStore,
  ) {}

  onModuleInit(): void {
    this.readiness.add('storage', () => this.store.check());
  }
}

/** Not through the logger, which removes tokens: in development a person copies the link from the printed mail. */
const printLine = (line: string) => void process.stdout.write(`${line}\n`);

// Global, so that features can inject the ports without importing this folder.
@Global()
@Module({
  providers: [
    SignedLinks,
    StorageCheck,
    {
      provide: ObjectStore,
      inject: [Config, SignedLinks],
      useFactory: openObjectStore,
    },
    {
      provide: Mailer,
      inject: [Config],
      useFactory: async ({ mail, log }: Config): Promise<Mailer> => {
        if (mail.smtpUrl === null)
          return new OutboxMailer(mail.outboxDir, mail.from, log.level === 'silent' ? () => undefined : printLine);
        const { SmtpMailer } = await import('./mail/smtp.mailer.js');
        return new SmtpMailer(mail.smtpUrl, mail.from);
      },
    },
    {
      provide: Payments,
      inject: [Config],
      useFactory: openPayments,
    },
  ],
  exports: [ObjectStore, Mailer, Payments, SignedLinks],
})
export class AdaptersModule {}
