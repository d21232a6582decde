// `npm run demo [-- my-call.mp3]`: the whole service on embedded defaults, and a call's way through its public interface.
import { randomBytes } from 'node:crypto';
import { openAsBlob, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { client } from '../client/client.js';
import { Config, loadConfig, readEnvironment } from '../platform/config/config.js';
import { startService } from '../service.js';
import { type Analysis, callReport, headline, progressLine, shortReport } from './demo-report.js';

const SAMPLES = fileURLToPath(new URL('../../../samples/', import.meta.url));
/** What hears and judges is what was chosen. All else is the demo's own: stores, mail, address and limits, whatever is set. */
const ENGINE_SETTING = /^(OPENAI_|PROVIDER_|TRANSCRIPTION_ENGINE$|ANALYSIS_ENGINE$|FFMPEG_PATH$)/;
/** Well within the default budget of 100 requests a minute. */
const POLL_MS = 1_500;

const say = (line = '') => process.stdout.write(`${line}\n`);

async function main(own: string | undefined): Promise<void> {
  const file = resolve(own ?? join(SAMPLES, 'good-call.ogg'));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${file}`);

  say('Starting the service with everything it needs…');
  const port = await freePort();
  const environment = readEnvironment();
  const config: Config = {
    ...loadConfig({
      ...Object.fromEntries(Object.entries(environment).filter(([name]) => ENGINE_SETTING.test(name))),
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: '.data/demo',
      CACHE_DIR: '.data/cache',
    }),
    modelsDir: resolve(environment.DATA_DIR || '.data', 'models'),
  };
  const service = await startService({ announce: say, config, logger: pino({ level: 'silent' }) });
  const stopped = () => {
    void service.stop().then(() => process.exit(130));
  };
  process.once('SIGINT', stopped);
  process.once('SIGTERM', stopped);
  try {
    const client = new DemoClient(`http://127.0.0.1:${port}/api/v1`);
    await client.openAccount(config.mail.outboxDir);
    say(headline(`Submitting ${basename(file)}`));
    const analysis = await client.analyse(file, (seen) => {
      if (process.stdout.isTTY) process.stdout.write(`\r${progressLine(seen)}\x1b[K`);
    });
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
    for (const line of callReport(analysis, await client.minutesOf(analysis.id))) say(line);
    if (analysis.status === 'failed') process.exitCode = 1;

    if (own === undefined) {
      say(headline('Two more sample calls, in short'));
      const others = ['bad-call.ogg', 'good-call-phone.ogg'].map((name) =>
        client.analyse(join(SAMPLES, name), () => {}),
      );
      for (const other of others) for (const line of shortReport(await other)) say(line);
    }
  } finally {
    await service.stop();
  }
  say(headline('Next'));
  say('  Your own recording   npm run demo -- my-call.mp3');
  say('  Keep it running      npm start');
  say('  Then try it          http://localhost:3000/docs');
  say();
}

/** Uses nothing but the public interface, through the client generated from its document. */
class DemoClient {
  private api;

  constructor(private readonly baseUrl: string) {
    this.api = client(baseUrl);
  }

  /** Register, follow the link from the outbox, log in, make a key. */
  async openAccount(outboxDir: string): Promise<void> {
    const credentials = {
      email: `demo-${randomBytes(4).toString('hex')}@example.com`,
      password: randomBytes(12).toString('base64url'),
    };
    say(headline('Opening an account'));
    await this.api.post('/auth/register', { body: credentials });
    say(`  registered     ${credentials.email}`);
    await this.api.post('/auth/verify-email', { body: { token: await mailedToken(outboxDir, credentials.email) } });
    say('  verified       with the link from the outbox');
    const { access_token } = await this.api.post('/auth/login', { body: credentials });
    const { key, key_prefix } = await client(this.baseUrl, { credential: access_token }).post('/api-keys', {
      body: { name: 'Demo' },
    });
    this.api = client(this.baseUrl, { credential: key });
    say(`  made a key     ${key_prefix}…`);
  }

  async analyse(file: string, onProgress: (seen: Analysis) => void): Promise<Analysis> {
    const form = new FormData();
    form.set('agent_id', 'agent-7');
    form.set('contact_id', 'customer-42');
    form.set('audio_file', await openAsBlob(file), basename(file));
    let seen: Analysis = await this.api.post('/analysis', { body: form });
    while (seen.status === 'processing') {
      onProgress(seen);
      await new Promise((done) => setTimeout(done, POLL_MS));
      seen = await this.api.get('/analysis/{id}', { path: { id: seen.id } });
    }
    return seen;
  }

  /** Billed minutes; null for what was not billed. */
  async minutesOf(analysisId: string): Promise<number | null> {
    const page = await this.api.get('/billing/history', { query: { view: 'records' } });
    const own = page.items.find((item) => 'analysis_id' in item && item.analysis_id === analysisId);
    return own && 'minutes' in own ? own.minutes : null;
  }
}

/** The mail is on its way when registration answers: looked for until it is there. */
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

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? done(address.port) : failed(new Error('No free port')),
      );
    });
  });
}

main(process.argv[2])
  .catch((error: unknown) => {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  })
  // Bull leaves timers behind that would keep the process for minutes.
  .finally(() => process.exit());
