// Which engines a piece of work is done by: what the call says, else what its account has chosen, else the installation's own.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { offeredEngines } from '../../platform/config/engines/engine-spec.js';
import { queryPrepared } from '../../platform/database/prepared.js';
import { SecretCipher } from '../../platform/database/secret-cipher.js';
import type { Sql } from '../../platform/database/sql.js';
import type { ProviderCaller } from '../../platform/operations/provider-calls.js';
import {
  type ChosenEngine,
  type ChosenEngines,
  ENGINE_TASKS,
  EnginesUnknown,
  type EngineTask,
} from '../../ports/engine-trouble.js';

/** Ties a sealed key to its row. */
export const keyOwner = (accountId: string, task: EngineTask) => `engine ${task} ${accountId}`;

type Row = Readonly<Record<EngineTask, string | null> & Record<`${EngineTask}_key`, Buffer | null>>;

@Injectable()
export class EngineChoices {
  /** Tasks of the installation's engines, by name. */
  readonly engines: ReadonlyMap<string, EngineTask>;
  private readonly cipher: SecretCipher;

  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
  ) {
    this.engines = new Map([...config.engines.all.values()].map(({ name, task }) => [name, task]));
    this.cipher = new SecretCipher(config.secrets.encryption);
  }

  defaultOf(task: EngineTask): string {
    return this.config.engines.defaults[task];
  }

  /** The only engine that does this task; null where accounts may choose another. */
  only(task: EngineTask): string | null {
    const name = this.defaultOf(task);
    return this.offered(task).some((other) => other !== name) ? null : name;
  }

  /** @param pauseKey see `pauseKeyOf` */
  patienceMs(pauseKey: string): number {
    const [name = ''] = pauseKey.split('@');
    return this.config.engines.all.get(name)?.patienceMs ?? this.config.worker.providerPatienceMs;
  }

  /** Names of the engines that accounts may choose for this task. */
  offered(task: EngineTask): string[] {
    return offeredEngines(this.config.engines, task).map(({ name }) => name);
  }

  /** @returns null where everything is done by the installation's own */
  async of(caller: ProviderCaller, sql: Sql = this.dataSource): Promise<ChosenEngines | null> {
    const { engines, tried, accountId } = caller;
    if (engines !== undefined && !(engines instanceof EnginesUnknown)) return engines;
    if (tried === undefined) return this.chosenFor(caller, sql);
    const chosen = await this.ofAccount(accountId, sql);
    const own = chosen?.[tried.task];
    return { ...chosen, [tried.task]: own?.name === tried.name ? own : { name: tried.name, apiKey: null } };
  }

  private async chosenFor({ purpose, accountId, analysisId }: ProviderCaller, sql: Sql): Promise<ChosenEngines | null> {
    if (ENGINE_TASKS.every((task) => this.offered(task).length === 0)) return null;
    const [row] = await queryPrepared<Row>(sql, CHOSEN, [accountId, analysisId, purpose === 'analysis']);
    return row === undefined ? null : this.chosenBy(row, accountId);
  }

  /** The account's choice, for what is asked about no call. @param sql the transaction, within one */
  async ofAccount(accountId: string, sql?: Sql): Promise<ChosenEngines | null> {
    return this.of({ purpose: 'evaluation', accountId, livemode: true, analysisId: NO_CALL }, sql);
  }

  private chosenBy(row: Row, accountId: string): ChosenEngines {
    const chosen: Partial<Record<EngineTask, ChosenEngine>> = {};
    for (const task of ENGINE_TASKS) {
      const name = row[task];
      // An engine that the installation no longer offers: its calls go to the default.
      if (name === null || !this.offered(task).includes(name)) continue;
      const sealed = this.config.engines.accountKeys ? row[`${task}_key`] : null;
      chosen[task] = { name, apiKey: sealed === null ? null : this.cipher.decrypt(sealed, keyOwner(accountId, task)) };
    }
    return chosen;
  }
}

const NO_CALL = '00000000-0000-0000-0000-000000000000';

/** $1: account; $2: call; $3: whether the call itself is worked on: it keeps what was chosen when it was accepted. */
const CHOSEN = {
  name: 'chosen-engines',
  text: `SELECT ${ENGINE_TASKS.map(
    (task) => `coalesce(a.${task}_engine, CASE WHEN NOT $3::boolean THEN s.${task}_engine END) AS ${task},
           CASE WHEN a.${task}_engine IS NULL OR a.${task}_engine = s.${task}_engine THEN s.${task}_key END AS ${task}_key`,
  ).join(',\n           ')}
         FROM (SELECT $1::uuid AS id) AS asked
           LEFT JOIN engine_settings s ON s.account_id = asked.id
           LEFT JOIN analysis a ON a.id = $2 AND a.account_id = asked.id`,
};
