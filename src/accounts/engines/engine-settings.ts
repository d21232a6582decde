// The engines that an account has chosen for its calls, and its own keys for them.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { resumeCalls } from '../../calls/claims/due-calls.js';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { Config } from '../../platform/config/config.js';
import { offeredEngines } from '../../platform/config/engines/engine-spec.js';
import { refuseTestKey } from '../../platform/database/lock-for-change.js';
import { queryPrepared } from '../../platform/database/prepared.js';
import { SecretCipher } from '../../platform/database/secret-cipher.js';
import { invalid, type ValidationItem } from '../../platform/errors/api-error.js';
import { valueError } from '../../platform/errors/validation-messages.js';
import type { Caller } from '../../platform/http/access/caller.js';
import { CALLS_QUEUE, EVALUATIONS_QUEUE } from '../../platform/queue/queue-names.js';
import { ENGINE_TASKS, type EngineTask } from '../../ports/engine-trouble.js';
import { resumeEvaluations } from '../../scorecards/evaluations/due-evaluations.js';
import { Doorbells } from '../../work/doorbells.js';
import { keyOwner } from '../../work/engines/engine-choices.js';
import { engineFault } from '../../work/engines/engine-fault.js';
import { endPausesOfKeys } from '../../work/engines/engine-pause-store.js';
import type { ChosenEngineRequest, EngineSettingsRequest } from './engine-settings.requests.js';
import {
  type EngineChoiceResponse,
  type EngineSettingsResponse,
  OfferedEngineResponse,
} from './engine-settings.responses.js';

type Row = Readonly<Record<`${EngineTask}_engine` | `${EngineTask}_last4`, string | null>>;

const NOT_ALLOWED = valueError('Own keys are not allowed here');
const NEEDS_NONE = valueError('this engine runs on the machines of the service and needs no key');
const LAST_CHARACTERS = 4;

@Injectable()
export class EngineSettings {
  private readonly logger = new Logger(EngineSettings.name);
  private readonly cipher: SecretCipher;

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly doorbells: Doorbells,
  ) {
    this.cipher = new SecretCipher(config.secrets.encryption);
  }

  async get(accountId: string): Promise<EngineSettingsResponse> {
    const [row] = await queryPrepared<Row>(this.dataSource, FIND, [accountId]);
    const choiceOf = (task: EngineTask): EngineChoiceResponse | null => {
      const engine = row?.[`${task}_engine`] ?? null;
      if (engine === null) return null;
      const last4 = row?.[`${task}_last4`] ?? null;
      const missing = !offeredEngines(this.config.engines, task).some(({ name }) => name === engine);
      return { engine, own_key: last4 !== null, last4, missing };
    };
    return {
      object: 'engine_settings',
      transcription: choiceOf('transcription'),
      analysis: choiceOf('analysis'),
      own_keys: this.config.engines.accountKeys,
      defaults: this.config.engines.defaults,
      offered: ENGINE_TASKS.flatMap((task) => offeredEngines(this.config.engines, task).map(OfferedEngineResponse.of)),
    };
  }

  /**
   * Sets the engines of calls that are accepted from now on. A new key, or none, ends the pause of the one before it: what waited
   * for that goes on at once. Only corrections and masking of stored calls go on at their next try.
   * @throws ApiError 401; 403 for a test key, since live calls are worked on by them too; 422
   */
  async change(caller: Caller, request: EngineSettingsRequest): Promise<EngineSettingsResponse> {
    refuseTestKey(caller, { livemode: true });
    const changes = ENGINE_TASKS.flatMap((task) => {
      const chosen = request[task];
      return chosen === undefined ? [] : [{ task, chosen }];
    });
    const faults = changes.flatMap(({ task, chosen }) => (chosen === null ? [] : this.faultsOf(task, chosen)));
    if (faults.length > 0) throw invalid(faults);
    const { accountId, principal } = caller;
    const isResumed = await this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      for (const { task, chosen } of changes) {
        const key = chosen?.api_key ?? null;
        const sealed = key === null ? null : this.cipher.encrypt(key, keyOwner(accountId, task));
        const last4 = key?.slice(-LAST_CHARACTERS) ?? null;
        await queryPrepared(tx, CHANGE[task], [accountId, chosen?.engine ?? null, sealed, last4]);
      }
      const engines = Object.fromEntries(changes.map(({ task, chosen }) => [task, chosen?.engine ?? null]));
      await recordAudit(tx, caller, 'settings.changed', { type: 'settings', id: 'engines' }, engines);
      const isEnded = await endPausesOfKeys(tx, this.enginesFor(changes), accountId);
      if (isEnded) {
        await resumeCalls(tx, accountId);
        await resumeEvaluations(tx, accountId);
      }
      return isEnded;
    });
    if (isResumed) for (const queue of [CALLS_QUEUE, EVALUATIONS_QUEUE] as const) void this.doorbells.ring(queue);
    for (const { task, chosen } of changes)
      this.logger.log(
        {
          accountId,
          principalKind: principal.kind,
          principalId: principal.id,
          task,
          engine: chosen?.engine ?? null,
          ownKey: (chosen?.api_key ?? null) !== null,
        },
        'Changed the engine of an account',
      );
    return this.get(accountId);
  }

  private enginesFor(changes: readonly { readonly task: EngineTask }[]): string[] {
    const engines = [...this.config.engines.all.values()];
    return engines.filter((spec) => changes.some(({ task }) => task === spec.task)).map(({ name }) => name);
  }

  private faultsOf(task: EngineTask, { engine, api_key: key }: ChosenEngineRequest): ValidationItem[] {
    const fault = engineFault(this.config.engines, task, engine);
    if (fault !== null) return [{ ...fault, loc: ['body', task, 'engine'] }];
    if (!key) return [];
    // The key stays out of the answer.
    const refuse = (msg: string): ValidationItem[] => [{ type: 'value_error', loc: ['body', task, 'api_key'], msg }];
    if (!this.config.engines.accountKeys) return refuse(NOT_ALLOWED);
    return this.config.engines.all.get(engine)?.baseUrl == null ? refuse(NEEDS_NONE) : [];
  }
}

const FIND = {
  name: 'engine-settings',
  text: `SELECT transcription_engine, transcription_last4, analysis_engine, analysis_last4 FROM engine_settings
         WHERE account_id = $1`,
};

const changeOf = (task: EngineTask) => ({
  name: `engine-settings-${task}`,
  text: `INSERT INTO engine_settings (account_id, ${task}_engine, ${task}_key, ${task}_last4) VALUES ($1, $2, $3, $4)
         ON CONFLICT (account_id) DO UPDATE SET ${task}_engine = excluded.${task}_engine,
           ${task}_key = excluded.${task}_key, ${task}_last4 = excluded.${task}_last4, changed_at = now()`,
});
const CHANGE = { transcription: changeOf('transcription'), analysis: changeOf('analysis') };
