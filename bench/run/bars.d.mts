export interface Bar {
  readonly figure: string;
  readonly path: string;
  readonly unit: 'ms' | 's' | '×' | 'MB' | '';
  readonly max?: number;
  readonly min?: number;
}
interface Figure {
  readonly value: number | null;
  readonly isCut: boolean;
}
interface Compared extends Bar, Figure {
  readonly dividedBy: number;
  readonly met: boolean | null;
  readonly missed: boolean;
}
export const BARS: readonly Bar[];
export function readFigures(output: string): Map<string, Figure>;
export function compareWithBars(
  figures: ReadonlyMap<string, Figure>,
  benches: ReadonlyMap<string, { readonly cpu: number; readonly wall: number }>,
): readonly Compared[];
export function benchOf(figure: string): string;
