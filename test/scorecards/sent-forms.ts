// Forms as clients send them, and the faults that the service finds in them.
import { expect } from 'vitest';
import { ApiError } from '../../src/platform/errors/api-error.js';
import { readInput } from '../../src/platform/http/validation/read-input.js';
import { RevisionRequest } from '../../src/scorecards/form/form.requests.js';
import { storedForm } from '../../src/scorecards/form/read-form.js';

export type Json = ReturnType<typeof JSON.parse>;

export const answers = () => [
  { key: 'yes', label: 'Yes', points: 1 },
  { key: 'no', label: 'No', points: 0 },
];
export const question = (key: string, changes: Json = {}): Json => ({
  key,
  text: 'Did the agent greet the customer?',
  weight: 1,
  answers: answers(),
  judge: { kind: 'model' },
  ...changes,
});
export const section = (key: string, questions: Json[]): Json => ({ key, title: 'Opening', weight: 1, questions });
/** A form of one question with these changes. */
export const withQuestion = (changes: Json) => ({ sections: [section('opening', [question('greeting', changes)])] });
export const withJudge = (judge: Json, changes: Json = {}) => withQuestion({ judge, ...changes });
export const phrases = (changes: Json = {}) => ({
  kind: 'phrases',
  any: ['good morning'],
  answer: 'yes',
  otherwise: 'no',
  ...changes,
});
export const metric = (bands: Json) => ({ kind: 'metric', metric: 'silence_seconds', bands });

export const read = (body: Json) => storedForm(readInput(RevisionRequest, body, 'body'));
export const formOf = (body: Json): Json => JSON.parse(read(body).text);

/** The faults as `place: sentence`; empty for a good form. */
export function faultsOf(body: Json): string[] {
  try {
    read(body);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || typeof error.detail === 'string') throw error;
    expect(error.status, 'the status of a refused form').toBe(422);
    return error.detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
  }
}

export const QUESTION = 'body.sections.0.questions.0';
export const REASON = 'Value error, ';
