import { NoFormJudge } from '../../src/adapters/no.form-judge.js';
import { describeFormJudge } from '../ports/form-judge.contract.js';

describeFormJudge('no language model', {
  working: { noCase: 'it answers no question' },
  stuck: { noCase: 'it works on nothing that could be aborted' },
  answering: { noCase: 'it begins no answer' },
  odd: { noCase: 'no provider answers' },
  failures: { noCase: 'no provider fails' },
  secrets: [],
  hosts: [],
  absent: () => new NoFormJudge(),
});
