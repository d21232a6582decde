// The first step of `npm run openapi`: runs a sample call through the whole service and writes the examples of the API document.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../embedded/supervised-process.js';
import { loadConfig } from '../../platform/config/config.js';
import { examplesTexts } from './examples/make-examples.js';

const dataDir = await mkdtemp(join(tmpdir(), 'call-analysis-examples-'));
try {
  const port = String(await findFreePort());
  const texts = await examplesTexts(
    loadConfig({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, DATA_DIR: dataDir, CACHE_DIR: '.data/cache' }),
  );
  for (const [file, text] of texts) await writeFile(file, text);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
// Bull leaves timers behind that would keep the process alive for minutes.
process.exit();
