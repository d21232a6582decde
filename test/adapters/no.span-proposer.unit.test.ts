import { NoSpanProposer } from '../../src/adapters/no.span-proposer.js';
import { describeSpanProposer } from '../ports/span-proposer.contract.js';

const noCase = 'it asks no model';

describeSpanProposer('none', {
  working: { noCase },
  stuck: { noCase },
  odd: { noCase },
  failures: { noCase },
  secrets: [],
  absent: () => new NoSpanProposer(),
});
