// Mails to accounts whose own key a provider has refused. The order of a mail stands in the row of the pause until the mail
// server has it: a process that dies in between leaves it to the next, so that a mail may come twice and never not at all. As
// with other mails, processes that serve the API send it: in production a worker needs no mail server.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { queryRows } from '../../platform/database/sql.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { Mailer } from '../../ports/mailer.js';
import { ProviderError } from '../../ports/provider-error.js';
import { type RefusedKey, settleRefusedKey, takeRefusedKeys } from '../../work/engines/engine-pause-store.js';
import { refusedKeyMail } from './refused-key-mail.js';

const BATCH = 20;
const RETRY_AFTER_MINUTES = 10;

interface Owner {
  readonly account_id: string;
  readonly email: string;
  readonly output_language: string | null;
}

@Injectable()
export class KeyNotices implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(KeyNotices.name);
  private readonly round: SharedRound;

  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'engine-key-notices',
      run: () => this.send(),
      onError: (error) =>
        this.logger.warn({ err: error }, 'Mails about refused keys failed; the next round tries again'),
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.engines.accountKeys) this.round.start(this.config.worker.sweepMs);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  async send(): Promise<void> {
    const refused = await takeRefusedKeys(this.dataSource, RETRY_AFTER_MINUTES, BATCH);
    if (refused.length === 0) return;
    const owners = await queryRows<Owner>(this.dataSource, OWNERS, [refused.map(({ accountId }) => accountId)]);
    const mails = refused.flatMap((key) => {
      const owner = owners.find(({ account_id }) => account_id === key.accountId);
      return owner ? [this.sendOne(key, owner)] : [];
    });
    await Promise.all(mails);
  }

  private async sendOne({ id, engine, accountId, since }: RefusedKey, owner: Owner): Promise<void> {
    try {
      await this.mailer.send(refusedKeyMail({ engine, since, ...owner }, this.config.http.publicUrl));
    } catch (error) {
      const context = { accountId, err: error };
      if (error instanceof ProviderError && error.retryable) {
        this.logger.warn(context, 'Mail about a refused key not sent; sent again in ten minutes');
        return;
      }
      this.logger.warn(context, 'Mail about a refused key refused; not sent again');
    }
    await settleRefusedKey(this.dataSource, id);
  }
}

const OWNERS = `
  SELECT a.id AS account_id, m.email, a.output_language
  FROM account a JOIN member m ON m.account_id = a.id AND m.role = 'owner' WHERE a.id = ANY ($1::uuid[])`;
