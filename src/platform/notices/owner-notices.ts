// Mails that tell the owner of an account of trouble. The order of a mail stands in the row of what is in trouble until the mail
// server has it: a process that dies in between leaves it to the next, so that a mail may come twice and never not at all.
// Processes that serve the API send them: in production a worker needs no mail server.
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Mailer } from '../../ports/mailer.js';
import { ProviderError } from '../../ports/provider-error.js';
import { Config } from '../config/config.js';
import { queryRows, type Sql } from '../database/sql.js';
import { SharedRound } from '../operations/shared-round.js';
import { type MailedNotice, noticeMail, type Owner } from './notice-mail.js';

/** An order of a mail. */
export interface Notice {
  readonly id: string;
  readonly accountId: string;
  /** Begin of the trouble. */
  readonly since: Date;
}

export interface NoticeKind<N extends Notice> extends MailedNotice<N> {
  /** Name of its rounds, and in log lines. */
  readonly name: string;
  /** @returns some orders; each is returned again after the minutes, unless it is settled before */
  readonly take: (sql: Sql, minutes: number, limit: number) => Promise<readonly N[]>;
  readonly settle: (sql: Sql, id: string) => Promise<unknown>;
  /** Default: there is always something to tell of. */
  readonly isOn?: (config: Config) => boolean;
}

const BATCH = 20;
const RETRY_AFTER_MINUTES = 10;

export const noticesOf = <N extends Notice>(kind: NoticeKind<N>): Provider => ({
  provide: `OwnerNotices ${kind.name}`,
  inject: [DataSource, Mailer, Config],
  useFactory: (dataSource: DataSource, mailer: Mailer, config: Config) =>
    new OwnerNotices(kind, dataSource, mailer, config),
});

class OwnerNotices<N extends Notice> implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(OwnerNotices.name);
  private readonly round: SharedRound;

  constructor(
    private readonly kind: NoticeKind<N>,
    private readonly dataSource: DataSource,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {
    const { name } = kind;
    this.round = new SharedRound(dataSource, {
      name,
      run: () => this.send(),
      onError: (error) => this.logger.warn({ err: error, name }, 'Mails to owners failed; the next round tries again'),
    });
  }

  onApplicationBootstrap(): void {
    if (this.kind.isOn?.(this.config) ?? true) this.round.start(this.config.worker.sweepMs);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  private async send(): Promise<void> {
    const notices = await this.kind.take(this.dataSource, RETRY_AFTER_MINUTES, BATCH);
    if (notices.length === 0) return;
    const owners = await queryRows<Owner>(this.dataSource, OWNERS, [notices.map(({ accountId }) => accountId)]);
    await Promise.all(
      notices.map(async (notice) => {
        const owner = owners.find(({ accountId }) => accountId === notice.accountId);
        if (owner) await this.sendOne(notice, owner);
      }),
    );
  }

  private async sendOne(notice: N, owner: Owner): Promise<void> {
    const { id, accountId } = notice;
    try {
      await this.mailer.send(noticeMail(this.kind, notice, owner, this.config.http.publicUrl));
    } catch (error) {
      const context = { name: this.kind.name, id, accountId, err: error };
      if (error instanceof ProviderError && error.retryable) {
        this.logger.warn(context, 'Mail to an owner not sent; sent again in ten minutes');
        return;
      }
      this.logger.warn(context, 'Mail to an owner refused; not sent again');
    }
    await this.kind.settle(this.dataSource, id);
  }
}

const OWNERS = `
  SELECT a.id AS "accountId", m.email, a.output_language AS "language"
  FROM account a JOIN member m ON m.account_id = a.id AND m.role = 'owner' WHERE a.id = ANY ($1::uuid[])`;
