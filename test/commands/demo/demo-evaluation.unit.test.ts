// How the demo prints an evaluation.
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Evaluation, ScorecardRevision } from '../../../clients/typescript/src/index.js';
import { evaluationReport } from '../../../src/commands/demo/demo-evaluation.js';
import { sampleScorecard } from '../../../src/commands/demo/demo-scorecard.js';
import { judgeForm } from '../../../src/judgement/form/judge-form.js';
import { computeFigures } from '../../../src/scorecards/answers/figures.js';
import { badCall, goodCall, type Script } from '../../support/builders/rule-calls.js';
import { evaluatedCall, sampleForm } from '../../support/builders/sample-forms.js';

const form = sampleForm('service-line');
const revision: Pick<ScorecardRevision, 'sections'> = JSON.parse(JSON.stringify(form));

async function linesOf(script: Script, change: Partial<Evaluation> = {}): Promise<string[]> {
  const figures = computeFigures(form, judgeForm(form, await evaluatedCall(script), 'no_language_model'));
  const evaluation = {
    id: 'e',
    object: 'evaluation',
    created: 1_790_000_100,
    status: 'completed',
    livemode: true,
    analysis_id: 'a',
    agent_id: 'agent-7',
    contact_id: 'cust-42',
    scorecard: { id: 'c', name: 'Service line', revision: 1 },
    rescore_id: null,
    completed_at: 1_790_000_101,
    error_message: null,
    error_code: null,
    score: figures.score,
    coverage: figures.coverage,
    outcome: figures.outcome,
    sections: [...figures.sections],
    auto_fails: [...figures.autoFails],
    answers: [...figures.answers],
    provenance: null,
    ...change,
  };
  const received: Evaluation = JSON.parse(JSON.stringify(evaluation));
  return evaluationReport(received, revision).map(stripVTControlCharacters);
}

describe('the evaluation at the end of the demo', () => {
  it('shows the form, each answer with its words and their time, and the figures last', async () => {
    const lines = await linesOf(goodCall);
    expect(lines[0]).toBe('\nScored with your scorecard: Service line, revision 1');
    const at = lines.findIndex((line) => line.startsWith('  ✓ Did the agent say that the call is recorded?'));
    expect(lines[at]).toMatch(/\? {2,}Yes$/);
    expect(lines[at + 1]).toMatch(/^ {8}\s+0:0\d Agent: “call is recorded”$/);
    expect(lines.find((line) => line.includes('matter correct'))).toMatch(/^ {2}… .+ needs a reviewer’s answer$/);
    expect(lines.at(-1)).toBe('  Score 100   Coverage 0.91   passed');
  });

  it('names the answer that fails the call', async () => {
    const lines = await linesOf(badCall);
    expect(lines.find((line) => line.includes('security code, a PIN'))).toMatch(/^ {2}✗ .+ Yes$/);
    expect(lines.find((line) => line.includes('had to wait'))).toMatch(/^ {2}– .+ not applicable$/);
    expect(lines.at(-1)).toBe('  Score 12   Coverage 0.9   failed by one answer (secret_asked)');
  });

  it('says why there is no evaluation where the service failed to make one', async () => {
    const message = 'The analysis provider failed to answer.';
    const lines = await linesOf(goodCall, { status: 'failed', error_message: message, answers: [], sections: [] });
    expect(lines.join('\n')).toContain(`failed: ${message}`);
  });

  it('rests on a form that is installed with the samples', () => {
    expect(sampleScorecard(pathToFileURL('samples/scorecards/service-line.json'))?.scorecard.name).toBe('Service line');
    expect(sampleScorecard(new URL('file:///nowhere/form.json'))).toBeNull();
  });
});
