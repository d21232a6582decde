export interface Outcome {
  /** The run passed, or files of it failed. False where it ended for another reason. */
  readonly ranThrough: boolean;
  readonly cpuSeconds: readonly (readonly [path: string, seconds: number])[];
  readonly maxCpuSeconds: number;
  /** Null where files may take what they need. */
  readonly longFiles: Readonly<Record<string, string>> | null;
  readonly failed: readonly string[];
  readonly unsteady: readonly string[];
}

export function verdictOn(outcome: Outcome): { readonly isGreen: boolean; readonly sentences: readonly string[] };
