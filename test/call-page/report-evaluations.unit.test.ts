// How a report shows the evaluations of a call by the account's own scorecards.
import { describe, expect, it } from 'vitest';
import { evaluations } from '../../src/call-page/report-evaluations.js';
import { reportPage } from '../../src/call-page/report-page.js';
import type { ReportedEvaluation } from '../../src/call-page/reported-evaluations.js';
import { judgeForm } from '../../src/judgement/form/judge-form.js';
import { computeFigures } from '../../src/scorecards/answers/figures.js';
import type { EvaluationResponse } from '../../src/scorecards/evaluations/evaluation.response.js';
import type { Form } from '../../src/scorecards/form/form.js';
import { plantedCalls, plantedForms } from '../support/builders/planted-forms.js';
import { sampleReportedCall } from '../support/builders/reported-call.js';

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
    sections: [...sections],
    auto_fails: [],
    answers: [...answers],
    provenance: null,
    ...change,
  };
  return { evaluation, form: changeForm(form) };
}

const shown = (...judged: readonly ReportedEvaluation[]) => String(evaluations(judged));

describe('the scorecards in a report', () => {
  it('have the name, the figures, and each question with its answer and its words', () => {
    const text = shown(reported());
    expect(text).toContain('<bdi>Retention line</bdi>');
    expect(text).toContain('revision 3');
    for (const { key } of plantedForms[1]?.sections[0]?.questions ?? [])
      expect(text).toContain(`dir="auto">${key} <strong>`);
    expect(text).toMatch(/<q dir="auto">p\w+ (arrives|comes)<\/q>/);
    expect(text).toContain('Waits for a person');
    expect(text).toContain('Not assessable');
  });

  it('name the answer that ends the call as failed, and show a suggestion as one', () => {
    const answers = reported().evaluation.answers.map((answer) =>
      answer.question === 'human' ? { ...answer, answer: 'yes' } : answer,
    );
    const text = shown(reported({ outcome: 'auto_failed', auto_fails: ['anywhere'], answers }));
    expect(text).toContain('This answer ends the call as failed.');
    expect(text).toContain('<strong>failed</strong> <span>by one answer</span>');
    expect(text).toContain('Yes? Waits for a person');
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
