// Makes mutants: a package of tools/, for the tests of mutants.
export { Instrumenter } from '@stryker-mutator/instrumenter';
