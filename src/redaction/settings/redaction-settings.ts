// The settings of an account: what is masked in the calls that it sends.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { refuseTestKey } from '../../platform/database/lock-for-change.js';
import { queryPrepared } from '../../platform/database/prepared.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import { type AccountRedaction, NOTHING_SET } from './account-redaction.js';
import { type AskedRedaction, resolveRedaction } from './resolve-redaction.js';

@Injectable()
export class RedactionSettings {
  private readonly logger = new Logger(RedactionSettings.name);

  constructor(private readonly dataSource: DataSource) {}

  get(accountId: string): Promise<AccountRedaction> {
    return findSettings(this.dataSource, accountId);
  }

  /**
   * Redaction of calls that the account sends from now on; null where nothing is masked.
   * @param asked for beside the settings; null where nothing was
   */
  async wantedFor(accountId: string, asked: AskedRedaction | null): Promise<WantedRedaction | null> {
    return resolveRedaction(await this.get(accountId), asked);
  }

  /**
   * Sets what is masked in calls that are accepted from now on.
   * @throws ApiError 401; 403 for a test key, since live calls are masked by them too
   */
  async replace(caller: Caller, settings: AccountRedaction): Promise<void> {
    refuseTestKey(caller, { livemode: true });
    await this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      await queryPrepared(tx, REPLACE, [caller.accountId, JSON.stringify(settings)]);
      // A client's own types may hold words.
      const { custom, ...others } = settings;
      const details = { ...others, custom_types: custom.length };
      await recordAudit(tx, caller, 'settings.changed', { type: 'settings', id: 'redaction' }, details);
    });
    const { accountId, principal } = caller;
    const { mode, types, custom } = settings;
    this.logger.log(
      { accountId, principalKind: principal.kind, principalId: principal.id, mode, types, customTypes: custom.length },
      'Changed what is masked in the calls of an account',
    );
  }
}

/** Settings of this moment, for a transaction. */
export async function findSettings(sql: Sql, accountId: string): Promise<AccountRedaction> {
  const [found] = await queryPrepared<{ settings: string }>(sql, FIND, [accountId]);
  return found ? JSON.parse(found.settings) : NOTHING_SET;
}

const FIND = {
  name: 'redaction-settings',
  text: 'SELECT settings FROM redaction_settings WHERE account_id = $1',
};

const REPLACE = {
  name: 'redaction-settings-replace',
  text: `INSERT INTO redaction_settings (account_id, settings) VALUES ($1, $2)
         ON CONFLICT (account_id) DO UPDATE SET settings = excluded.settings, updated_at = now()`,
};
