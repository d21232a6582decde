// The examples of scorecards in the API document agree with one another: the figures shown follow from the form and answers
// shown.
import { describe, expect, it } from 'vitest';
import type { Evaluation } from '../../../clients/typescript/src/index.js';
import { computeFigures } from '../../../src/scorecards/answers/figures.js';
import type { JudgedAnswer } from '../../../src/scorecards/answers/judged-answer.js';
import type { Form } from '../../../src/scorecards/form/form.js';
import { type RunExampleName, runExamplesOf } from '../../../src/scorecards/form/run-examples.js';
import { documentedExamples } from '../../support/clients/responses.js';

/** As a client parses it. */
const shownIn = (name: RunExampleName) => JSON.parse(JSON.stringify(runExamplesOf(name)[name]?.value));

const form: Form = shownIn('published');

function figuresOf({ answers, auto_fails }: Evaluation) {
  const judged: JudgedAnswer[] = JSON.parse(JSON.stringify(answers)).map((answer: JudgedAnswer) => ({
    ...answer,
    autoFail: auto_fails.includes(answer.question) ? 'proved' : null,
  }));
  const { score, coverage, outcome, sections } = computeFigures(form, judged);
  return { score, coverage, outcome, sections };
}

describe('the examples of scorecards', () => {
  it.each(['evaluation', 'reviewed'] as const)('have the figures that follow from the answers shown: %s', (name) => {
    const shown: Evaluation = shownIn(name);
    const { score, coverage, outcome, sections } = shown;
    expect(figuresOf(shown)).toEqual({ score, coverage, outcome, sections });
  });

  it('stand at the operations that they show', () => {
    const shown = documentedExamples().map(({ of }) => of);
    expect(shown).toEqual(
      expect.arrayContaining([
        'POST /scorecards 201 scorecard',
        'POST /scorecards/{id}/revisions/{revision}/try 200 tried',
        'POST /analysis/{id}/evaluations 201 accepted',
        'POST /analysis/{id}/evaluations 200 evaluation',
        'PUT /evaluations/{id}/answers/{question} 200 reviewed',
        'POST /rescores 200 estimate',
        'POST /rescores 201 rescoreAccepted',
        'event evaluation.completed evaluationNotification',
        'event rescore.completed rescoreNotification',
      ]),
    );
  });
});
