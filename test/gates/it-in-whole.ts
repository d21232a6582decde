import { it } from 'vitest';

/** A long test that only the whole gate runs: a shorter one of its file meets most of what could break it. */
export const itInWhole = it.skipIf(process.env.TEST_GATE === 'short');
