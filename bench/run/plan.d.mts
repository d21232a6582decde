export const PLAN: readonly {
  readonly name: string;
  /** Below `bench`. */
  readonly script: string;
  readonly args: readonly string[];
  readonly seconds: number;
}[];
export const APART: readonly string[];
