// Stands in where no language model is configured: questions for one are not assessable, everything else of a form works.
import { FormJudge, type ProposedAnswers } from '../ports/form-judge.js';

export class NoFormJudge extends FormJudge {
  readonly engine = null;

  /** @throws Error always: the caller must look at `engine` first */
  answer(): Promise<ProposedAnswers> {
    return Promise.reject(new Error('No language model is configured: no question may be asked'));
  }

  costOf(): null {
    return null;
  }

  estimateTokens() {
    return { inputTokens: 0, outputTokens: 0 };
  }
}
