export interface Bench {
  readonly name: string;
  /** Below `bench`. */
  readonly script?: string;
  /** A project of Vitest and one of its files. */
  readonly tests?: readonly [string, string];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether `npm run bench` runs it without names; it then has `args` and `seconds`. */
  readonly isInRun: boolean;
  readonly args?: readonly string[];
  readonly seconds?: number;
}
export const BENCHES: readonly Bench[];
export function commandOf(bench: Bench, args: readonly string[]): { argv: string[]; env: NodeJS.ProcessEnv };
