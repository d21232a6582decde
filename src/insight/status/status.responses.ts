import { ApiProperty } from '@nestjs/swagger';
import { ENGINE_TASKS, type EngineTask, TROUBLE_REASONS, type TroubleReason } from '../../ports/engine-trouble.js';
import { type StatusOfAccount, WAIT_REASONS, type WaitReason } from './account-status.js';

export class CallsStatusResponse {
  @ApiProperty({ type: 'integer', description: 'Calls that a worker is processing.', example: 4 })
  in_progress: number;

  @ApiProperty({
    type: 'integer',
    description: 'Accepted calls that wait for a worker. Together with those in progress, at most 10,000 are counted.',
    example: 12,
  })
  waiting: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When the call that waits longest was accepted, Unix seconds; null while none waits.',
    example: 1790000000,
  })
  waiting_since: number | null;

  @ApiProperty({
    type: 'string',
    enum: [...WAIT_REASONS],
    nullable: true,
    description:
      'Why that call waits. `engine_paused`: `engines` says which. `retry`: its last run failed, and it is tried ' +
      'again. `busy`: workers are processing other calls. `no_worker`: it has been due for more than a minute, ' +
      'and no worker is processing any call. `queued`: ' +
      'it has just arrived. Null while none waits.',
    example: 'busy',
  })
  reason: WaitReason | null;
}

export class EngineStatusResponse {
  @ApiProperty({
    type: 'string',
    enum: [...ENGINE_TASKS],
    description: 'Task of the engine.',
    example: 'transcription',
  })
  engine: EngineTask;

  @ApiProperty({
    type: 'string',
    enum: [...TROUBLE_REASONS],
    nullable: true,
    description: 'Why it is paused; null if it is not.',
    example: null,
  })
  reason: TroubleReason | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When it was paused, Unix seconds; null if it is not.',
    example: null,
  })
  paused_since: number | null;

  static of(engine: EngineTask, paused: StatusOfAccount['paused']): EngineStatusResponse {
    const state = paused.get(engine);
    return {
      engine,
      reason: state ? (state.reason ?? 'failing') : null,
      paused_since: state?.since ? unixSeconds(state.since) : null,
    };
  }
}

export class RetentionResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Days after completion until recordings are deleted; null: they are kept.',
    example: 90,
  })
  recordings_days: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The same for calls with everything that belongs to them.',
    example: null,
  })
  analyses_days: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The same for test calls.', example: 30 })
  test_days: number | null;
}

export class AccountStatusResponse {
  @ApiProperty({
    type: 'string',
    enum: ['account_status'],
    description: 'Always `account_status`.',
    example: 'account_status',
  })
  object: 'account_status';

  @ApiProperty({ type: () => CallsStatusResponse, description: 'Calls of the account.' })
  calls: CallsStatusResponse;

  @ApiProperty({
    type: 'integer',
    description: 'Batches that wait for the next period or another plan, because the minutes are used up.',
    example: 0,
  })
  batches_waiting_for_quota: number;

  @ApiProperty({ type: [EngineStatusResponse], description: 'Engines that process new calls of the account.' })
  engines: EngineStatusResponse[];

  @ApiProperty({ type: () => RetentionResponse, description: 'How long the service keeps data. The operator sets it.' })
  retention: RetentionResponse;

  static of({ calls, paused, retention }: StatusOfAccount): AccountStatusResponse {
    return {
      object: 'account_status',
      calls: {
        in_progress: calls.inProgress,
        waiting: calls.waiting,
        waiting_since: calls.since && unixSeconds(calls.since),
        reason: calls.reason,
      },
      batches_waiting_for_quota: calls.waitingBatches,
      engines: ENGINE_TASKS.map((engine) => EngineStatusResponse.of(engine, paused)),
      retention: {
        recordings_days: retention.audioDays || null,
        analyses_days: retention.analysisDays || null,
        test_days: retention.testDays || null,
      },
    };
  }
}

const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
