// Writes the generated files of the Helm chart: npm run chart
import { writeFileSync } from 'node:fs';
import { chartFiles } from './chart-files.js';

for (const { path, text } of chartFiles()) {
  writeFileSync(path, text);
  process.stdout.write(`${path}\n`);
}
