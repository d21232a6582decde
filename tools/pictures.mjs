// What the test of the pages' looks compares with, and the font that its pages wear on each machine: packages of tools/, for files elsewhere.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export { default as pixelmatch } from 'pixelmatch';
export { PNG } from 'pngjs';

const { resolve } = createRequire(import.meta.url);

/** @returns the bytes of Inter, of all weights, for Latin scripts */
export const readFont = () => readFileSync(resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));
