// What was learnt is kept as a file, written by `npm run requests` and compared in the whole run of the tests.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { itInWhole } from '../../gates/it-in-whole.js';

const UPDATES = process.env.UPDATE_REQUESTS !== undefined;
const MAX_LEARNING_MS = 600_000;

/** A test that a file has what is learnt. @param path of the file, from `src` */
export function itLearns(title: string, path: string, learnt: () => object): void {
  const file = new URL(`../../../src/${path}`, import.meta.url);
  (UPDATES ? it : itInWhole)(
    title,
    () => {
      const text = `${JSON.stringify(learnt())}\n`;
      if (UPDATES) writeFileSync(file, text);
      const isKept = readFileSync(file, 'utf8') === text;
      expect(isKept, 'the weights are those of the examples; run `npm run requests`').toBe(true);
    },
    MAX_LEARNING_MS,
  );
}
