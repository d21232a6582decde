// What a model is told, and the version that results name for it. Where a hash differs, raise the version and write both here:
// results by two prompts must not bear one version, and a provider's cache must not mix them.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  ANALYSIS_INSTRUCTIONS,
  analysisOutput,
  PROMPT_VERSION,
  ROLE_INSTRUCTIONS,
  segmentRolesOutput,
  speakerRolesOutput,
  strictSchema,
} from '../../../src/adapters/model/analysis-prompt.js';
import { FORM_INSTRUCTIONS, FORM_PROMPT_VERSION, formAnswer } from '../../../src/adapters/model/form-prompt.js';
import { SPAN_INSTRUCTIONS, SPAN_PROMPT_VERSION, spansOutput } from '../../../src/adapters/model/span-prompt.js';

const hashOf = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

it.each([
  [
    'openai-4',
    '0d6855ea7f14151a',
    PROMPT_VERSION,
    [ANALYSIS_INSTRUCTIONS, ROLE_INSTRUCTIONS],
    [analysisOutput, speakerRolesOutput, segmentRolesOutput],
  ],
  ['form-1', '7319f787893949ae', FORM_PROMPT_VERSION, [FORM_INSTRUCTIONS], [formAnswer]],
  ['spans-1', '40940f81916725d4', SPAN_PROMPT_VERSION, [SPAN_INSTRUCTIONS], [spansOutput]],
])('the prompt of %s is that of its version', (version, hash, stated, instructions, answers) => {
  expect({ version: stated, hash: hashOf(instructions, answers.map(strictSchema)) }).toEqual({ version, hash });
});
