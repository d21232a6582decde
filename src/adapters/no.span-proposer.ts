// Stands in where no language model is configured: names and addresses are found after cues only.
import { SpanProposer } from '../ports/span-proposer.js';

export class NoSpanProposer extends SpanProposer {
  readonly engine = null;
  readonly isCharged = false;

  propose(): Promise<null> {
    return Promise.resolve(null);
  }
}
