// What an adapter gives in place of a case of its port's contract that has no meaning for the adapter.

export interface NoCase {
  /** Why the adapter is not asked. */
  readonly noCase: string;
}

export function isCase<Case extends object>(given: Case | NoCase): given is Case {
  return !('noCase' in given);
}
