/** A fault or an abuse that the service must survive. */
export interface Fault {
  readonly number: number;
  readonly title: string;
  /** What must happen. */
  readonly outcome: string;
  readonly tests: readonly NamedTest[];
  /** What was removed from the service or broken, and what the tests then saw; null if that was not tried. */
  readonly seenToFail: string | null;
}

export interface FaultGroup {
  readonly title: string;
  readonly faults: readonly Fault[];
}

export interface NamedTest {
  /** Under `test`, without `.test.ts`. */
  readonly file: string;
  readonly title: string;
}

export const testsIn =
  (file: string) =>
  (title: string): NamedTest => ({ file, title });
