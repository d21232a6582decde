// The browser of the tests of pages, and what finds faults of accessibility in them: packages of tools/, for files elsewhere.
export { source as axe } from 'axe-core';
export * from 'playwright-core';
