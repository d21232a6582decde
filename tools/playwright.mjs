// The browser of the tests of pages, and what finds faults of accessibility in them: packages of tools/, for files elsewhere.
import axeCore from 'axe-core';

// A module of CommonJS, whose members Node does not know by name.
export const axe = axeCore.source;
export * from 'playwright-core';
