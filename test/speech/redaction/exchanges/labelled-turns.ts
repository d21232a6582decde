// What a turn gives, by the kind that its writer named.
import type { RedactionType } from '../../../../src/ports/redaction.js';
import { ASKED_FOR, type AskedFor } from '../../../../src/speech/redaction/asks/learnt/learnt-file.js';

/** A turn, and what it gives that was asked for. */
export interface LabelledTurn {
  readonly party: string;
  readonly text: string;
  readonly gives: AskedFor;
}

const SECRETS: Readonly<Record<string, RedactionType>> = {
  pin: 'password_or_pin',
  password: 'password_or_pin',
  one_time_code: 'password_or_pin',
  security_answer: 'password_or_pin',
};

export const givenBy = (kind: string): AskedFor => SECRETS[kind] ?? ASKED_FOR.find((each) => each === kind) ?? 'none';
