// The next step of a team about a question, by its verdict. Without the browser.
import type { Agreement, QuestionAgreement } from '../../../../clients/typescript/src/browser.js';
import type { AskedQuestion } from './asked-form.js';

/** Limits of the API below which there is no verdict. */
const MIN_CALLS = 50;
export const MIN_OF_RAREST = 10;

export type NextStep =
  | { readonly act: 'rate'; readonly n: number }
  | { readonly act: 'rarest'; readonly n: number; readonly answer: string }
  | { readonly act: 'score' | 'alike' | 'watch' | 'suggest' | 'rewrite' | 'people' };

type Judged = Pick<QuestionAgreement, 'verdict' | 'n' | 'rarest'>;

/** @returns null where there is no verdict */
export function nextStep(
  { verdict, n, rarest }: Judged,
  between: Agreement['between'],
  { doesScore, isOfPeople }: Pick<AskedQuestion, 'doesScore' | 'isOfPeople'>,
): NextStep | null {
  const isOfMachine = between === 'machine';
  if (isOfMachine && isOfPeople) return { act: 'people' };
  switch (verdict) {
    case 'trusted':
      return { act: isOfMachine ? 'score' : 'alike' };
    case 'untrusted':
      return { act: isOfMachine && doesScore ? 'suggest' : 'rewrite' };
    case 'too_few':
      if (n < MIN_CALLS) return { act: 'rate', n: MIN_CALLS - n };
      return rarest !== null && rarest.n < MIN_OF_RAREST ? { act: 'rarest', ...rarest } : { act: 'watch' };
    case 'watch':
      return { act: 'watch' };
    default:
      return null;
  }
}
