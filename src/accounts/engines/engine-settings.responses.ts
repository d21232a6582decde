import { ApiProperty } from '@nestjs/swagger';
import type { EngineSpec } from '../../platform/config/engines/engine-spec.js';
import { PROVIDERS, type Provider } from '../../platform/config/engines/provider-needs.js';
import { ENGINE_TASKS, type EngineTask } from '../../ports/engine-trouble.js';

export class EngineChoiceResponse {
  @ApiProperty({ type: 'string', description: 'Name of the engine.', example: 'centre' })
  engine: string;
  @ApiProperty({ type: 'boolean', description: 'Whether your own key is used.', example: true })
  own_key: boolean;
  @ApiProperty({ type: 'string', nullable: true, description: 'The end of your own key.', example: '9f2c' })
  last4: string | null;
  @ApiProperty({
    type: 'boolean',
    description: 'True where the service no longer offers the engine: your calls use the service’s own engine.',
    example: false,
  })
  missing: boolean;
}

export class EnginePriceResponse {
  @ApiProperty({ type: 'number', nullable: true, description: 'Dollars for a minute of audio.', example: 0.0043 })
  per_minute: number | null;
  @ApiProperty({ type: 'number', nullable: true, description: 'Dollars for a million input tokens.', example: null })
  input: number | null;
  @ApiProperty({ type: 'number', nullable: true, description: 'Dollars for a million output tokens.', example: null })
  output: number | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Dollars for a million input tokens that the provider had cached.',
    example: null,
  })
  cached: number | null;
}

export class OfferedEngineResponse {
  @ApiProperty({ type: 'string', description: 'Name of the engine.', example: 'centre' })
  name: string;
  @ApiProperty({
    type: 'string',
    enum: [...ENGINE_TASKS],
    description: 'Task of the engine.',
    example: 'transcription',
  })
  task: EngineTask;
  @ApiProperty({ type: 'string', enum: [...PROVIDERS], description: 'Provider that it asks.', example: 'deepgram' })
  provider: Provider;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Model of the provider; null where it has no choice of models.',
    example: 'nova-3',
  })
  model: string | null;
  @ApiProperty({
    type: () => EnginePriceResponse,
    nullable: true,
    description: 'Price of the provider as configured by the operator; null if not configured.',
  })
  price: EnginePriceResponse | null;

  static of({ name, task, provider, model, price, minuteMicros }: EngineSpec): OfferedEngineResponse {
    const stated = price !== null || minuteMicros !== null;
    return {
      name,
      task,
      provider,
      model,
      price: stated
        ? {
            per_minute: minuteMicros === null ? null : dollars(minuteMicros),
            input: price && dollars(price.inputMicros),
            output: price && dollars(price.outputMicros),
            cached: price?.cachedMicros === undefined ? null : dollars(price.cachedMicros),
          }
        : null,
    };
  }
}

export class DefaultEnginesResponse {
  @ApiProperty({ type: 'string', description: 'What transcribes.', example: 'house' })
  transcription: string;
  @ApiProperty({ type: 'string', description: 'What judges.', example: 'careful' })
  analysis: string;
}

export class EngineSettingsResponse {
  @ApiProperty({
    type: 'string',
    enum: ['engine_settings'],
    description: 'Always `engine_settings`.',
    example: 'engine_settings',
  })
  object: 'engine_settings';
  @ApiProperty({
    type: () => EngineChoiceResponse,
    nullable: true,
    description: 'Engine that transcribes your calls; null for the default engine.',
  })
  transcription: EngineChoiceResponse | null;
  @ApiProperty({
    type: () => EngineChoiceResponse,
    nullable: true,
    description: 'Engine that evaluates your calls; null for the default engine.',
    example: null,
  })
  analysis: EngineChoiceResponse | null;
  @ApiProperty({ type: 'boolean', description: 'Whether you may give keys of your own.', example: true })
  own_keys: boolean;
  @ApiProperty({
    type: () => DefaultEnginesResponse,
    description: 'Names of the engines of the service. A trial may compare them with those that are offered.',
  })
  defaults: DefaultEnginesResponse;
  @ApiProperty({ type: [OfferedEngineResponse], description: 'Engines that you may choose.' })
  offered: OfferedEngineResponse[];
}

const MICROS = 1_000_000;
const dollars = (micros: bigint | number) => Number(micros) / MICROS;
