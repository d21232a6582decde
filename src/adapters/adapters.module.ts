// The switch from configuration to adapters that every process needs: storage and mail.
import { Global, Module } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { SignedLinks } from '../platform/http/signed-links.js';
import { Mailer } from '../ports/mailer.js';
import { ObjectStore } from '../ports/object-store.js';
import { DiskObjectStore } from './disk.object-store.js';
import { OutboxMailer } from './outbox.mailer.js';
import { S3ObjectStore } from './s3.object-store.js';
import { SmtpMailer } from './smtp.mailer.js';

// Features use the ports; none of them should have to name this folder.
@Global()
@Module({
  providers: [
    SignedLinks,
    {
      provide: ObjectStore,
      inject: [Config, SignedLinks],
      useFactory: ({ storage, http }: Config, links: SignedLinks): ObjectStore =>
        storage.kind === 's3'
          ? new S3ObjectStore(storage)
          : new DiskObjectStore({ directory: storage.directory, publicUrl: http.publicUrl }, links),
    },
    {
      provide: Mailer,
      inject: [Config],
      useFactory: ({ mail }: Config): Mailer =>
        mail.smtpUrl === null ? new OutboxMailer(mail.outboxDir, mail.from) : new SmtpMailer(mail.smtpUrl, mail.from),
    },
  ],
  exports: [ObjectStore, Mailer, SignedLinks],
})
export class AdaptersModule {}
