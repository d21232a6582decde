// What was learnt of turns from calls that people wrote and marked. `npm run requests` learns it;
// `test/adapters/rules/learnt` has the calls.
import { z } from 'zod';
import { LinearModel, weightsOf } from '../../../phrases/learnt/linear-model.js';
import { readRules } from '../../../phrases/read-rules.js';

/** A turn settles the customer's matter, fails, leaves it open, or does nothing to it. */
export const DEEDS = ['nothing', 'settles', 'fails', 'leaves_open'] as const;
export type Deed = (typeof DEEDS)[number];

/** Secrets that an agent may ask to be said aloud. */
export const SECRETS = ['none', 'pin', 'password', 'code', 'security_code', 'card', 'expiry'] as const;
export type Secret = (typeof SECRETS)[number];

/** States in which a call may end, by the last deed. */
export const STATES = ['settles', 'fails', 'leaves_open', 'nothing'] as const satisfies readonly Deed[];

const deedsFile = weightsOf(DEEDS).extend({
  /** Weights of the log odds of each of {@link STATES}, and the bias, for the log odds of a settled matter. */
  settled: z.array(z.number()).length(STATES.length + 1),
});
const secretsFile = weightsOf(SECRETS);

const fileOf = (name: string) => new URL(`./${name}.json`, import.meta.url);

const DEEDS_FILE = readRules(deedsFile, fileOf('deeds'));

export const DEED_MODEL = new LinearModel(DEEDS_FILE);
export const WEIGHTS_OF_STATES: readonly number[] = DEEDS_FILE.settled;
export const SECRET_MODEL = new LinearModel(readRules(secretsFile, fileOf('secrets')));
