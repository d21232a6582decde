// Asks a language model a sample question, and tells how the schema reached it.
import { z } from 'zod';
import { modelsOf } from '../../adapters/engines/build-engines.js';
import { faultSentence } from '../../adapters/engines/engine-fault.js';
import { formatOf } from '../../adapters/model/lessons.js';
import type { Config } from '../../platform/config/config.js';
import type { EngineSpec } from '../../platform/config/engines/engine-spec.js';
import { type CheckedEngine, secondsSince, startChecking, timeOfCheck } from './checked-engine.js';

/** The instructions name no member of the answer: a server that ignores the schema shows it by another answer. */
const QUESTION = {
  name: 'sample_question',
  purpose: 'analysis',
  cacheKey: 'sample_question-1',
  instructions:
    'You note what a customer wants, from the transcript of a telephone call. Answer with the JSON object of the given schema and nothing else.',
  message:
    'Agent: How can I help you?\nCustomer: I was charged twice for March, two weeks ago. Please call me back about it.',
  shape: z.object({ caller_matter: z.string(), weeks_waited: z.number(), wants_call_back: z.boolean() }),
  maxOutputTokens: 4_000,
} as const;

const SCHEMA_WAYS = { schema: 'native form', tool: 'tool', object: 'in words, JSON', words: 'in words' } as const;

export async function checkModel(config: Config, spec: EngineSpec): Promise<CheckedEngine> {
  const { parts, remarks, ask } = startChecking(config, spec);
  const models = await modelsOf(parts);
  const { asker } = models.default;
  if (asker === null) return { spec, cells: { SCHEMA: 'no model' }, answers: true, remarks };
  const since = performance.now();
  try {
    const { tokens } = await ask(() => asker.ask(QUESTION, timeOfCheck()));
    const learnt = await parts.learning.recall(asker.learntOf);
    const cells = {
      SCHEMA: learnt.schema === 'in_words' ? SCHEMA_WAYS.words : SCHEMA_WAYS[formatOf(learnt)],
      LIMIT: asker.limitName(learnt),
      USAGE: tokens === null ? 'not told' : 'told',
      SECONDS: secondsSince(since),
    };
    return { spec, cells, answers: true, remarks };
  } catch (error) {
    return { spec, cells: {}, answers: false, remarks: [faultSentence(error, spec), ...remarks] };
  } finally {
    await models.close();
  }
}
