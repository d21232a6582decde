// The fault of a name that is not among the engines that accounts may choose.

import { type EnginesConfig, offeredEngines } from '../../platform/config/engines/engine-spec.js';
import type { ValidationItem } from '../../platform/errors/api-error.js';
import { oneOf } from '../../platform/errors/validation-messages.js';
import type { EngineTask } from '../../ports/engine-trouble.js';

const NONE_OFFERED = 'Input should be left out: this service offers no engines to choose from';

/** @returns null for an engine that is offered */
export function engineFault(
  engines: EnginesConfig,
  task: EngineTask,
  name: unknown,
): Omit<ValidationItem, 'loc'> | null {
  const names = offeredEngines(engines, task).map((spec) => spec.name);
  if (names.some((one) => one === name)) return null;
  return { type: 'enum', msg: names.length > 0 ? oneOf(names) : NONE_OFFERED, input: name };
}
