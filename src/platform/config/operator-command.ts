// How the operator of this installation starts a command: the image has the program on its PATH, a clone has it for npx.
import { existsSync } from 'node:fs';

/** Seen from `dist/src/platform/config`. The image has no sources. */
const isClone = existsSync(new URL('../../../../src', import.meta.url));

/** @param words the command and its arguments, as in `models:install small-en` */
export function operatorCommand(words: string): string {
  return `${isClone ? 'npx ' : ''}call-analysis ${words}`;
}
