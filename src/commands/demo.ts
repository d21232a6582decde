// `call-analysis demo [RECORDING] [--model PRESET] [--from URL] [--offline]`: starts the whole service with embedded servers,
// submits a call through the public API and prints the result.
import { randomBytes } from 'node:crypto';
import { openAsBlob, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { client } from '../client/client.js';
import { findFreePort } from '../embedded/supervised-process.js';
import { Config, loadConfig, readEnvironment } from '../platform/config/config.js';
import { startService } from '../service.js';
import type { Given } from './command.js';
import { offerModel } from './demo-model.js';
import { type Analysis, callReport, headline, progressLine, shortReport } from './demo-report.js';

const SAMPLES = fileURLToPath(new URL('../../../samples/', import.meta.url));
/** The variables that choose the engines apply to the demo too. It ignores all others: it has its own stores, mail and limits. */
const ENGINE_SETTING = /^(OPENAI_|PROVIDER_|TRANSCRIPTION_ENGINE$|ANALYSIS_ENGINE$|FFMPEG_PATH$)/;
/** Stays well below the default limit of 100 requests a minute. */
const POLL_INTERVAL_MS = 1_500;

const printLine = (line = '') => process.stdout.write(`${line}\n`);

/** Ends the process: Bull leaves timers behind that would keep it alive for minutes. */
export async function runDemo(given: Given): Promise<never> {
  await demonstrate(given).catch((error: unknown) => {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
  process.exit();
}

async function demonstrate(given: Given): Promise<void> {
  const [givenFile] = given.positionals;
  const file = resolve(givenFile ?? join(SAMPLES, 'good-call.ogg'));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${file}`);

  const port = await findFreePort();
  const environment = readEnvironment();
  const config: Config = {
    ...loadConfig({
      ...Object.fromEntries(Object.entries(environment).filter(([name]) => ENGINE_SETTING.test(name))),
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: '.data/demo',
      CACHE_DIR: '.data/cache',
    }),
    modelsDir: resolve(environment.MODELS_DIR || join(environment.DATA_DIR || '.data', 'models')),
  };
  const choice = { model: given.text('model'), from: given.text('from'), offline: given.flag('offline') };
  await offerModel(config, { ...choice, output: process.stdout });
  printLine('Starting the service with everything it needs…');
  const service = await startService({ announce: printLine, config, logger: pino({ level: 'silent' }) });
  const stopAndExit = () => {
    void service.stop().then(() => process.exit(130));
  };
  process.once('SIGINT', stopAndExit);
  process.once('SIGTERM', stopAndExit);
  try {
    const client = new DemoClient(`http://127.0.0.1:${port}/api/v1`);
    await client.openAccount(config.mail.outboxDir);
    printLine(headline(`Submitting ${basename(file)}`));
    const analysis = await client.analyse(file, (seen) => {
      if (process.stdout.isTTY) process.stdout.write(`\r${progressLine(seen)}\x1b[K`);
    });
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
    for (const line of callReport(analysis, await client.minutesOf(analysis.id))) printLine(line);
    if (analysis.status === 'failed') process.exitCode = 1;

    if (givenFile === undefined) {
      printLine(headline('Two more sample calls, in short'));
      const others = ['bad-call.ogg', 'good-call-phone.ogg'].map((name) =>
        client.analyse(join(SAMPLES, name), () => {}),
      );
      for (const other of others) for (const line of shortReport(await other)) printLine(line);
    }
  } finally {
    await service.stop();
  }
  printLine(headline('Next'));
  printLine('  Your own recording   npm run demo -- my-call.mp3');
  printLine('  Keep it running      npm start');
  printLine('  Then try it          http://localhost:3000/docs');
  printLine();
}

/** Uses only the public API, through the client that is generated from the OpenAPI document. */
class DemoClient {
  private api;

  constructor(private readonly baseUrl: string) {
    this.api = client(baseUrl);
  }

  /** Registers, follows the link in the mail, logs in and creates an API key. */
  async openAccount(outboxDir: string): Promise<void> {
    const credentials = {
      email: `demo-${randomBytes(4).toString('hex')}@example.com`,
      password: randomBytes(12).toString('base64url'),
    };
    printLine(headline('Opening an account'));
    await this.api.post('/auth/register', { body: credentials });
    printLine(`  registered     ${credentials.email}`);
    await this.api.post('/auth/verify-email', { body: { token: await mailedToken(outboxDir, credentials.email) } });
    printLine('  verified       with the link from the outbox');
    const { access_token } = await this.api.post('/auth/login', { body: credentials });
    const { key, key_prefix } = await client(this.baseUrl, { credential: access_token }).post('/api-keys', {
      body: { name: 'Demo' },
    });
    this.api = client(this.baseUrl, { credential: key });
    printLine(`  made a key     ${key_prefix}…`);
  }

  async analyse(file: string, onProgress: (seen: Analysis) => void): Promise<Analysis> {
    const form = new FormData();
    form.set('agent_id', 'agent-7');
    form.set('contact_id', 'customer-42');
    form.set('audio_file', await openAsBlob(file), basename(file));
    let seen: Analysis = await this.api.post('/analysis', { body: form });
    while (seen.status === 'processing') {
      onProgress(seen);
      await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
      seen = await this.api.get('/analysis/{id}', { path: { id: seen.id } });
    }
    return seen;
  }

  /** @returns the billed minutes; null when nothing was billed */
  async minutesOf(analysisId: string): Promise<number | null> {
    const page = await this.api.get('/billing/history', { query: { view: 'records' } });
    const record = page.items.find((item) => 'analysis_id' in item && item.analysis_id === analysisId);
    return record && 'minutes' in record ? record.minutes : null;
  }
}

/** Waits for the mail: the service sends it after it has answered the registration. */
async function mailedToken(outboxDir: string, email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    for (const name of await readdir(outboxDir).catch(() => [])) {
      const mail = (await readFile(join(outboxDir, name), 'utf8')).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
      const token = /\/verify-email\?token=([\w.-]+)/.exec(mail)?.[1];
      if (token && mail.includes(email)) return token;
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The verification mail did not arrive in the outbox');
}
