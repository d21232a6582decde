// Switches on a mutant before the modules of a test are loaded.
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    activeMutant: string;
  }
}

(globalThis as { __stryker__?: { activeMutant?: string } }).__stryker__ = { activeMutant: inject('activeMutant') };
