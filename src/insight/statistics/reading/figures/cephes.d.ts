// The package has types that its `exports` do not name, so that TypeScript does not find them. Only what is used stands here.
declare module 'cephes' {
  /** Until then the functions are missing. */
  export const compiled: Promise<void>;
  /** The inverse of the incomplete beta function with the parameters a and b. */
  export function incbi(a: number, b: number, y: number): number;
}
