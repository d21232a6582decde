// Says whose verdict a finding, a violation or an answer is, and what the service said where a person decided.
// Its types are as narrow as its work, because clients of the interface use it too, with types of their own.

export interface ShownVerdict {
  /** "AI, 97 % confident", or "Decided by a reviewer; AI: no, 62 % confident". */
  readonly text: string;
  readonly byPerson: boolean;
}

/** A verdict with whose it is. What an earlier release stored lacks `source` and `system`, and is the service's. */
export interface Decided<System extends Opinion = Opinion> extends Opinion {
  readonly source?: string | undefined;
  readonly system?: System | null | undefined;
}

interface Opinion {
  readonly confidence: number;
}

/** @param say what a verdict comes to, in a word or two */
export function verdictOn<System extends Opinion>(
  decided: Decided<System>,
  say: (system: System) => string,
): ShownVerdict {
  if (decided.source !== 'human') return { text: byService('AI', decided.confidence), byPerson: false };
  return { text: byPerson('Decided by a reviewer', decided.system, say), byPerson: true };
}

export interface FoundViolation extends Decided {
  /** Left out by an earlier release, and then true. */
  readonly upheld?: boolean | undefined;
}

export const isDismissed = ({ upheld }: Pick<FoundViolation, 'upheld'>): boolean => upheld === false;

/** The service lists what it holds to be a violation, so that its opinion is how sure it was. */
export function verdictOnViolation(violation: FoundViolation): ShownVerdict {
  const decision = isDismissed(violation) ? 'Dismissed by a reviewer' : 'Confirmed by a reviewer';
  return violation.source === 'human'
    ? { text: byPerson(decision, violation.system, () => 'violation'), byPerson: true }
    : verdictOn(violation, () => 'violation');
}

export function byPerson<System extends { readonly confidence: number | null }>(
  decision: string,
  system: System | null | undefined,
  say: (system: System) => string,
): string {
  return system ? `${decision}; AI: ${byService(say(system), system.confidence)}` : decision;
}

/** A confidence of 0 belongs to what was not decided, and tells nothing. */
export function byService(said: string, confidence: number | null): string {
  return confidence ? `${said}, ${Math.round(confidence * 100)} % confident` : said;
}
