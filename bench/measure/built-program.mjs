// The program of a build, also of an earlier one.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** @param {string} home folder in which a release was built */
export function programOf(home) {
  const program = resolve(home, 'dist/program/main.js');
  // Builds before 0.2.0, b89dfaf7 among them, have no such folder.
  return existsSync(program) ? program : resolve(home, 'dist/src/main.js');
}
