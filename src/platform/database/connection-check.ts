// Checks at start what sessions of the pool keep, so that an operator learns of it before clients do.
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { keepsStatements } from './pooler.js';
import { lostOptions } from './session-options.js';

@Injectable()
export class ConnectionCheck implements OnModuleInit {
  private readonly logger = new Logger(ConnectionCheck.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** @throws Error with a sentence for the operator when the pooler loses prepared statements that it is said to keep */
  async onModuleInit(): Promise<void> {
    const { database } = this.config;
    if (database.poolerKeepsStatements && !(await keepsStatements(this.dataSource)))
      throw new Error(
        'The pooler of DATABASE_URL loses prepared statements: take DATABASE_POOLER_STATEMENTS away, or set max_prepared_statements of PgBouncer 1.21 or later',
      );
    const lost = await lostOptions(this.dataSource, database);
    if (lost.length > 0)
      this.logger.warn({ lost }, 'Sessions of Postgres lack options of the service, which a pooler left out');
  }
}
