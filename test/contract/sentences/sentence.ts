/** `file` is under `test`, without `.test.ts`. */
export type TestName = readonly [file: string, title: string];

/** One promise of the specification, and the tests that fail when it is broken. */
export interface Sentence {
  readonly says: string;
  readonly tests: readonly TestName[];
}
