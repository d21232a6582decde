// Mails to accounts whose source has failed for a day. The order of a mail stands in the row of the source until the mail server
// has it: a process that dies in between leaves it to the next, so that a mail may come twice and never not at all. Processes
// that serve the API do so: in production a worker needs no mail server.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { queryRows } from '../../platform/database/sql.js';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { Mailer } from '../../ports/mailer.js';
import { ProviderError } from '../../ports/provider-error.js';
import { type FailingSource, failingMail } from './failing-mail.js';

const BATCH = 20;
const RETRY_AFTER_MINUTES = 10;

interface Notice extends FailingSource {
  readonly id: string;
}

@Injectable()
export class SourceNotices implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(SourceNotices.name);
  private readonly round: SharedRound;

  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'source-notices',
      run: () => this.send(),
      onError: (error) => this.logger.warn({ err: error }, 'Mails about sources failed; the next round tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.round.start(this.config.worker.sweepMs);
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
      await this.mailer.send(failingMail(notice, this.config.http.publicUrl));
    } catch (error) {
      const context = { sourceId: notice.id, err: error };
      if (error instanceof ProviderError && error.retryable) {
        this.logger.warn(context, 'Mail about a failing source not sent; sent again in ten minutes');
        return;
      }
      this.logger.warn(context, 'Mail about a failing source refused; not sent again');
    }
    await this.dataSource.query('UPDATE source SET notice_at = NULL, told = true WHERE id = $1', [notice.id]);
  }
}

const TAKE = `
  WITH taken AS (
    UPDATE source SET notice_at = now() + make_interval(mins => $1)
    WHERE id IN (
      SELECT id FROM source WHERE notice_at <= now() AND failing_since IS NOT NULL AND deleted_at IS NULL
      ORDER BY notice_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id, account_id, name, last_error, failing_since)
  SELECT taken.*, m.email, a.output_language FROM taken JOIN account a ON a.id = taken.account_id
    JOIN member m ON m.account_id = a.id AND m.role = 'owner'`;
