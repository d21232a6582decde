// A number that is to be masked, before it becomes spans. Plain types.

import type { Stream } from '../grammar/talk.js';
import type { Recognised } from './candidate.js';

export interface Found extends Recognised {
  readonly stream: Stream;
  /** Tokens of the stream; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}
