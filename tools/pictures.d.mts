import type { Buffer } from 'node:buffer';

export { default as pixelmatch } from 'pixelmatch';

export interface Png {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

export const PNG: {
  new (size: { readonly width: number; readonly height: number }): Png;
  readonly sync: { read(bytes: Buffer): Png; write(png: Png): Buffer };
};

export function readFont(): Buffer;
