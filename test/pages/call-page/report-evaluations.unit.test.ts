// How a report shows the evaluations of a call by the account's own scorecards.
import { describe, expect, it } from 'vitest';
import { judgeForm } from '../../../src/judgement/form/judge-form.js';
import { evaluations } from '../../../src/pages/call-page/report-evaluations.js';
import { reportPage } from '../../../src/pages/call-page/report-page.js';
import type { ReportedEvaluation } from '../../../src/pages/call-page/reported-evaluations.js';
import type { EvaluationAnswerResponse } from '../../../src/scorecards/answers/answers.response.js';
import { computeFigures } from '../../../src/scorecards/answers/figures.js';
import type { EvaluationResponse } from '../../../src/scorecards/evaluations/evaluation.response.js';
import type { Form } from '../../../src/scorecards/form/form.js';
import { plantedCalls, plantedForms } from '../../support/builders/planted-forms.js';
import { sampleReportedCall } from '../../support/builders/reported-call.js';

const HOSTILE = `</script><script>alert("1")</script>`;

function reported(change: Partial<EvaluationResponse> = {}, changeForm = (form: Form) => form): ReportedEvaluation {
  const [form, call] = [plantedForms[1], plantedCalls[8]];
  if (!form || !call) throw new Error('There are twelve forms and twenty-four calls');
  const { score, coverage, outcome, sections, answers } = computeFigures(
    form,
    judgeForm(form, call, 'no_language_model'),
  );
  const evaluation: EvaluationResponse = {
    id: 'e',
    object: 'evaluation',
    created: 1_790_000_100,
    status: 'completed',
    livemode: true,
    analysis_id: 'a',
    agent_id: 'agent-7',
    contact_id: 'cust-42',
    scorecard: { id: 'c', name: 'Retention line', revision: 3 },
    rescore_id: null,
    completed_at: 1_790_000_101,
    error_message: null,
    error_code: null,
    score,
    coverage,
    outcome,
    system_score: score,
    system_outcome: outcome,
    superseded: false,
    acknowledged: null,
    open_dispute: null,
    disputable_until: null,
    sections: [...sections],
    auto_fails: [],
    answers: [...answers],
    provenance: null,
    ...change,
  };
  return { evaluation, form: changeForm(form) };
}

const words = (text: string) => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const shown = (...judged: readonly ReportedEvaluation[]) => String(evaluations(judged));

describe('the scorecards in a report', () => {
  it('have the name, the figures, and each question with its answer and its words', () => {
    const text = shown(reported());
    expect(text).toContain('<bdi>Retention line</bdi>');
    expect(text).toContain('revision 3');
    for (const { key } of plantedForms[1]?.sections[0]?.questions ?? [])
      expect(text).toContain(`dir="auto">${key} <strong>`);
    expect(text).toMatch(/<q dir="auto">p\w+ (arrives|comes)<\/q>/);
    expect(text).toContain('Needs a reviewer’s answer');
    expect(text).toContain('Not assessable');
  });

  it('name the answer that ends the call as failed, and show a suggestion as one', () => {
    const answers = reported().evaluation.answers.map((answer) =>
      answer.question === 'human' ? { ...answer, answer: 'yes' } : answer,
    );
    const outcome = 'auto_failed';
    const text = shown(reported({ outcome, system_outcome: outcome, auto_fails: ['anywhere'], answers }));
    expect(text).toContain('This answer fails the call automatically.');
    expect(text).toContain('<strong>failed</strong> <span>by one answer</span>');
    expect(text).toContain('Yes? Needs a reviewer’s answer');
  });

  it('say of each answer whose it is, with what the service said where a person decided', () => {
    const { answers } = reported().evaluation;
    const at = answers.findIndex(({ state, source }) => state === 'answered' && source === 'phrases');
    const own = answers[at];
    if (!own) throw new Error('The form is judged by phrases');
    const decided = (change: Partial<EvaluationAnswerResponse>) =>
      words(shown(reported({ answers: answers.with(at, { ...own, ...change }) })));
    expect(decided({ confidence: 0.9 })).toContain('Phrases, 90 % confident');
    expect(decided({ source: 'human', confidence: 1, system: { ...own, confidence: 0.9 } })).toContain(
      'Decided by a reviewer; AI: Yes, 90 % confident',
    );
    expect(decided({ source: 'human', system: null })).toMatch(/Decided by a reviewer(?!;)/);
    expect(decided({ source: 'finding', system: { ...own, state: 'not_assessable', confidence: null } })).toContain(
      'Follows a finding that a reviewer decided; AI: Not assessable',
    );
  });

  it('show the figures of the service alone where a person made others', () => {
    const text = words(shown(reported({ score: 80, outcome: 'passed', system_score: 40, system_outcome: 'failed' })));
    expect(text).toContain('Score 80 of 100; without reviews: 40');
    expect(text).toContain('Outcome passed without reviews: failed');
    expect(words(shown(reported()))).not.toContain('service alone');
  });

  it('show hostile texts of a form and of a judge as words', () => {
    const answers = reported().evaluation.answers.map((answer) => ({
      ...answer,
      rationale: HOSTILE,
      source: 'model' as const,
    }));
    const scorecard = { id: 'c', name: HOSTILE, revision: 1 };
    const attacked = reported({ answers, scorecard }, (form) =>
      JSON.parse(JSON.stringify(form).replaceAll('"All"', JSON.stringify(HOSTILE))),
    );
    const call = { ...sampleReportedCall(), evaluations: [attacked] };
    const page = [...reportPage(call, null).parts].join('');
    expect(page).not.toContain(HOSTILE);
    expect(page).toContain('&#60;/script&#62;&#60;script&#62;');
  });

  it('are left out of the report of a call without evaluations', () => expect(shown()).toBe(''));
});
