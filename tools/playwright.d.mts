export { source as axe } from 'axe-core';
export * from 'playwright-core';
