// Answers below the line of their question: they are shown, and count once a person confirms them.
import { ANSWERED_BY, type Form, questionsOf } from '../form/form.js';
import type { JudgedAnswer } from './judged-answer.js';

/** The confidence from which on answers count, by question; answers to a question without one never count by themselves. */
export type Lines = Readonly<Record<string, number>>;

/** Marks the answers that wait for a person. A suggestion waits for one already. */
export function markedByLines(form: Form, judged: readonly JudgedAnswer[], lines: Lines): JudgedAnswer[] {
  const counting = new Set(
    questionsOf(form)
      .filter(({ judge, automation }) => automation === 'score' && ANSWERED_BY[judge.kind] !== 'person')
      .map(({ key }) => key),
  );
  return judged.map((answer) => {
    const { question, state, confidence } = answer;
    if (!counting.has(question) || (state !== 'answered' && state !== 'na')) return answer;
    const line = Object.hasOwn(lines, question) ? lines[question] : undefined;
    return line !== undefined && (confidence ?? 0) >= line ? answer : { ...answer, belowTarget: true as const };
  });
}
