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
import { type RefusedKey, refusedKeyMail } from './refused-key-mail.js';

const BATCH = 20;
const RETRY_AFTER_MINUTES = 10;

interface Notice extends RefusedKey {
  /** Key of the pause. */
  readonly id: string;
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
    const notices = await queryRows<Notice>(this.dataSource, TAKE, [RETRY_AFTER_MINUTES, BATCH]);
    await Promise.all(notices.map((notice) => this.sendOne(notice)));
  }

  private async sendOne(notice: Notice): Promise<void> {
    try {
      await this.mailer.send(refusedKeyMail(notice, this.config.http.publicUrl));
    } catch (error) {
      const context = { accountId: notice.account_id, err: error };
      if (error instanceof ProviderError && error.retryable) {
        this.logger.warn(context, 'Mail about a refused key not sent; sent again in ten minutes');
        return;
      }
      this.logger.warn(context, 'Mail about a refused key refused; not sent again');
    }
    await this.dataSource.query('UPDATE engine_pause SET notice_at = NULL WHERE engine = $1', [notice.id]);
  }
}

const TAKE = `
  WITH taken AS (
    UPDATE engine_pause SET notice_at = now() + make_interval(mins => $1)
    WHERE engine IN (
      SELECT engine FROM engine_pause WHERE notice_at <= now() AND account_id IS NOT NULL AND since IS NOT NULL
      ORDER BY notice_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING engine, account_id, since)
  SELECT taken.engine AS id, split_part(taken.engine, '@', 1) AS name, taken.account_id, taken.since, m.email, a.output_language
  FROM taken JOIN account a ON a.id = taken.account_id JOIN member m ON m.account_id = a.id AND m.role = 'owner'`;
