import { expect, it } from 'vitest';
import { ScriptedSandboxEngines } from '../../../src/adapters/scripted/scripted.sandbox-engines.js';
import { CallAnalyst } from '../../../src/ports/call-analyst.js';
import { describeSandboxEngines } from '../../ports/sandbox-engines.contract.js';

const ofModel: Pick<CallAnalyst, 'engine'> = { engine: { name: 'openai:m', grade: 'production', rulesVersion: '1' } };
const engines = new ScriptedSandboxEngines(Object.assign(Object.create(CallAnalyst.prototype), ofModel));

describeSandboxEngines('scripts, beside a language model', () => engines);

it('the sandbox loads the rules once, also where all calls are judged by them', () => {
  const rules = engines.analyst;
  // Not compared by toBe, which would print all of the rules where they differ: that takes minutes.
  expect(engines.analyst === rules, 'the rules are loaded once for all calls').toBe(true);
  expect(new ScriptedSandboxEngines(rules).analyst === rules, 'the rules of all other calls are used').toBe(true);
});
