// Deletes records of objects after 400 days, and deleted sources that have no records any more.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRows } from '../../platform/database/sql.js';
import { SharedRound } from '../../platform/operations/shared-round.js';

const EVERY_MS = 3_600_000;
const REMEMBERED_DAYS = 400;
const BATCH = 5_000;

@Injectable()
export class SourceSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(SourceSweep.name);
  private readonly round: SharedRound;
  private isStopping = false;

  constructor(private readonly dataSource: DataSource) {
    this.round = new SharedRound(dataSource, {
      name: 'source-memory',
      run: () => this.run(),
      onError: (error) => this.logger.warn({ err: error }, 'The sweep of sources failed; the next round tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.round.start(EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.round.stop();
  }

  async run(): Promise<void> {
    for (let gone = BATCH; gone === BATCH && !this.isStopping; )
      gone = (await queryRows(this.dataSource, FORGET, [REMEMBERED_DAYS, BATCH])).length;
    await this.dataSource.query(END);
  }
}

/** Deletes ended items alone: a waiting one has not ended. */
const FORGET = `
  DELETE FROM source_item WHERE id IN (
    SELECT id FROM source_item WHERE created_at < now() - make_interval(days => $1) AND status <> 'waiting'
    ORDER BY created_at LIMIT $2)
  RETURNING id`;
const END = `
  DELETE FROM source WHERE deleted_at < now() - interval '1 day'
    AND NOT EXISTS (SELECT FROM source_item i WHERE i.source_id = source.id)`;
