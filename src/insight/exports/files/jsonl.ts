// JSON Lines: an object a line.
import type { FileWriter } from './file-writer.js';

export const jsonlWriter: FileWriter<string> = {
  *add(lines) {
    if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`);
  },
  *end() {},
};
