// The settings of an account: what is masked in the calls that it sends.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryPrepared } from '../../platform/database/prepared.js';
import type { Sql } from '../../platform/database/sql.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import { type AccountRedaction, NOTHING_SET } from './account-redaction.js';
import { type AskedRedaction, resolveRedaction } from './resolve-redaction.js';

@Injectable()
export class RedactionSettings {
  constructor(private readonly dataSource: DataSource) {}

  /** @param sql a transaction, or the pool where left out */
  async get(accountId: string, sql: Sql = this.dataSource): Promise<AccountRedaction> {
    const [found] = await queryPrepared<{ settings: string }>(sql, FIND, [accountId]);
    return found ? JSON.parse(found.settings) : NOTHING_SET;
  }

  /**
   * What is to be masked in a call of the account from now on; null where nothing is.
   * @param asked for it beside the settings; null where nothing was
   */
  async wantedFor(accountId: string, asked: AskedRedaction | null): Promise<WantedRedaction | null> {
    return resolveRedaction(await this.get(accountId), asked);
  }
}

const FIND = {
  name: 'redaction-settings',
  text: 'SELECT settings FROM redaction_settings WHERE account_id = $1',
};
