export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}
export function sharesOf(
  profiles: readonly Profile[],
  by: string,
): { busyMs: number; rows: { name: string; selfMs: number; totalMs: number }[] };
