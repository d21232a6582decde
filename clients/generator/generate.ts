// Writes the generated parts of the client libraries and the code samples of the API's description:
//   npm run clients:generate
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Document } from './model/read-document.js';
import { printClients } from './print-clients.js';
import type { SampledDocument } from './samples/sampled-document.js';

const TOP = process.cwd();
const document: Document & SampledDocument = JSON.parse(readFileSync(join(TOP, 'openapi.json'), 'utf8'));
for (const { path, text } of printClients(document)) {
  const file = join(TOP, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`${path}\n`);
}
