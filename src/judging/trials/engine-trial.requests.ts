import { CompletedCallsFilter, WHICH_CALLS } from '../../calls/listing/completed-calls.requests.js';
import { MESSAGES, valueError } from '../../platform/errors/validation-messages.js';
import type { Problem } from '../../platform/http/validation/field-rules.js';
import { Flag, Nested, OneOf, OptionalText, Text, Uuid, Uuids, Whole } from '../../platform/http/validation/fields.js';
import { TextList } from '../../platform/http/validation/list-fields.js';
import { ObjectWith, objectRulesOf } from '../../platform/http/validation/object-rules.js';
import { ENGINE_TASKS, type EngineTask } from '../../ports/engine-trouble.js';

export const MAX_TRIED_CALLS = 200;
const MIN_ENGINES = 2;
const MAX_ENGINES = 4;
const OF_A_DRAW = ['filter', 'count', 'seed'];

@ObjectWith(objectRulesOf(CompletedCallsFilter))
export class EngineTrialFilter extends CompletedCallsFilter {}

const refuse = (path: string, msg: string): Problem => ({ type: 'value_error', msg: valueError(msg), path: [path] });

function findFaults(input: Readonly<Record<string, unknown>>): readonly Problem[] {
  const has = (name: string) => input[name] !== undefined && input[name] !== null;
  const isDrawn = OF_A_DRAW.filter(has);
  return [
    ...(has('analysis_ids') ? isDrawn.map((name) => refuse(name, 'analysis_ids name the calls already')) : []),
    ...(has('analysis_ids') || has('count')
      ? []
      : [{ type: 'missing' as const, msg: MESSAGES.missing, path: ['analysis_ids'], mayEcho: false }]),
    ...(has('scorecard_id') && input.task === 'transcription'
      ? [refuse('scorecard_id', 'a trial of transcription has no scorecard')]
      : []),
  ];
}

function sameEngines(engines: readonly unknown[]): readonly Problem[] {
  const again = engines.findIndex((name, at) => engines.indexOf(name) < at);
  return again < 0
    ? []
    : [{ type: 'value_error', msg: valueError('each engine is named once'), path: [String(again)] }];
}

@ObjectWith({
  findFaults,
  alternatives: [
    { has: ['analysis_ids'], lacks: OF_A_DRAW },
    { has: ['count'], lacks: ['analysis_ids'] },
  ],
})
export class CreateEngineTrialRequest {
  @OneOf(ENGINE_TASKS, { description: 'What the engines do again for each call.', example: 'transcription' })
  task: EngineTask;

  @TextList({
    item: { max: 64 },
    min: MIN_ENGINES,
    max: MAX_ENGINES,
    findFaults: sameEngines,
    description:
      'Names of the engines: those that `GET /settings/engines` offers for the task, and the one of the service.',
    example: ['centre', 'house'],
  })
  engines: string[];

  @Uuids({
    description: 'The calls. All of them must be completed.',
    example: ['3f9c2b1e-7a54-4a8e-9d3b-5c1f0e2d4a6b'],
    min: 1,
    max: MAX_TRIED_CALLS,
    optional: true,
  })
  analysis_ids?: string[] | null;

  @Nested(EngineTrialFilter, WHICH_CALLS)
  filter?: EngineTrialFilter | null;

  @Whole({
    description: 'Number of calls to draw from those of the filter, instead of `analysis_ids`.',
    min: 1,
    max: MAX_TRIED_CALLS,
    example: 60,
    optional: true,
  })
  count?: number | null;

  @Text({
    description:
      'Decides which calls are drawn: the first `count` by SHA-256 of `seed:id`. Generated and returned if omitted.',
    min: 1,
    max: 255,
    example: 'autumn',
    optional: true,
  })
  seed?: string | null;

  @Uuid({
    description:
      'Scorecard whose questions are answered, by its published revision. If omitted, `analysis` judges the findings.',
    example: '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11',
    optional: true,
  })
  scorecard_id?: string | null;

  @OptionalText({ description: 'Your own name for the trial.', max: 255, trim: true, example: 'Vendors in autumn' })
  name?: string | null;

  @Flag({
    description: '`true` only estimates the cost by engine: nothing is stored.',
    default: false,
    example: false,
  })
  dry_run: boolean;
}

export class EngineTrialPageRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}

export class EngineTrialItemsRequest extends EngineTrialPageRequest {
  @OptionalText({ description: 'Only items of this engine.', max: 64, example: 'centre' })
  engine?: string | null;

  @Uuid({
    description: 'Only items of this call, with what came back and the words or questions that differ.',
    example: '3f9c2b1e-7a54-4a8e-9d3b-5c1f0e2d4a6b',
    optional: true,
  })
  analysis_id?: string | null;
}
