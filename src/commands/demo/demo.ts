// `call-analysis demo [RECORDING] [--keep] [--model PRESET] [--from URL] [--offline]`: starts the whole service with embedded
// servers, submits a call through the public API, prints the result and writes the report.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { basename, join, relative, resolve } from 'node:path';
import { pino } from 'pino';
import type { Progress } from '../../../clients/typescript/src/index.js';
import { Config, loadConfig, readEnvironment } from '../../platform/config/config.js';
import { type Service, startService } from '../../program/service.js';
import type { Given } from '../command.js';
import { DemoClient } from './demo-client.js';
import { evaluationReport } from './demo-evaluation.js';
import { megabytesOf, offerModel } from './demo-model.js';
import { findRecording, otherSamples, sampleNames } from './demo-recording.js';
import { callReport, headline, progressLine, stageLine } from './demo-report.js';
import { reviewReport } from './demo-review.js';
import { sampleScorecard } from './demo-scorecard.js';

/**
 * The variables that apply to the demo too, beside PORT, DATA_DIR, CACHE_DIR and MODELS_DIR. It ignores all others: it has its
 * own stores, mail and limits.
 */
const ENGINE_SETTING = /^(OPENAI_|PROVIDER_|TRANSCRIPTION_ENGINE$|ANALYSIS_ENGINE$|FFMPEG_PATH$)/;

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
  const file = findRecording(given.positionals[0] ?? null);
  const environment = readEnvironment();
  const portHolder = environment.PORT ? null : await holdFreePort();
  const config = demoConfig(environment, portHolder);
  const choice = { model: given.text('model'), from: given.text('from'), offline: given.flag('offline') };
  const missing = await offerModel(config, { ...choice, output: process.stdout });
  printLine('Starting the service with everything it needs…');
  const service = await startService({
    announce: printLine,
    config,
    logger: pino({ level: 'silent' }),
    ...(portHolder && { portHolder }),
  });
  let exitCode = 130;
  // A terminal and npm both pass Ctrl-C on, so that it comes twice; `stop` does its work once.
  let isStopping = false;
  const stopAndExit = () => {
    isStopping = true;
    void service.stop().then(() => process.exit(exitCode));
  };
  process.on('SIGINT', stopAndExit);
  process.on('SIGTERM', stopAndExit);
  try {
    const client = new DemoClient(`http://127.0.0.1:${config.http.port}`, printLine);
    const { report, scorecards } = await showCall(service, client, file);
    if (given.flag('keep')) {
      exitCode = 0;
      printReport(report);
      printWays(config, client);
      await hearSamples(client, file, scorecards).catch((error: unknown) => {
        if (!isStopping) throw error;
      });
      // Until a signal ends the process.
      await new Promise<never>(() => {});
    }
    printLine(headline('Next'));
    printLine('  Your own recording   npm run demo -- my-call.mp3');
    printLine(`  The samples          npm run demo -- NAME, of ${sampleNames().join(', ')}`);
    if (missing)
      printLine(`  Real calls           npm run models:install -- ${missing.name}, ${megabytesOf(missing)} MB once`);
    printLine('  Keep it running      npm run demo -- --keep, or npm start: http://localhost:3000/docs');
    printReport(report);
  } finally {
    await service.stop();
  }
}

/** Held from here on: while the servers start, an outgoing connection of any program could take a port that is only free. */
async function holdFreePort(): Promise<Server> {
  const holder = createServer();
  await once(holder.listen(0, '127.0.0.1'), 'listening');
  return holder;
}

/** Its data lie in a folder of their own in DATA_DIR, so that they stay apart from those of `npm start`. */
function demoConfig(environment: NodeJS.ProcessEnv, portHolder: Server | null): Config {
  const dataDir = environment.DATA_DIR || '.data';
  const port = portHolder === null ? environment.PORT : String((portHolder.address() as AddressInfo).port);
  return {
    ...loadConfig({
      ...Object.fromEntries(Object.entries(environment).filter(([name]) => ENGINE_SETTING.test(name))),
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: join(dataDir, 'demo'),
      CACHE_DIR: environment.CACHE_DIR || join(dataDir, 'cache'),
    }),
    modelsDir: resolve(environment.MODELS_DIR || join(dataDir, 'models')),
  };
}

interface Shown {
  /** The path of the report; null when the call failed. */
  readonly report: string | null;
  /** The ids of those that were published. */
  readonly scorecards: readonly string[];
}

async function showCall({ config }: Service, client: DemoClient, file: string): Promise<Shown> {
  printLine(headline('Opening an account'));
  await client.openAccount(config.mail.outboxDir);
  printLine(headline(`Submitting ${basename(file)}`));
  const analysis = await client.analyse(file, progressOf(process.stdout));
  for (const line of callReport(analysis, await client.minutesOf(analysis.id))) printLine(line);
  if (analysis.status === 'failed') {
    process.exitCode = 1;
    return { report: null, scorecards: [] };
  }
  const scorecards: string[] = [];
  const scorecard = sampleScorecard();
  if (scorecard !== null) {
    const { evaluation, form } = await client.judge(analysis.id, scorecard);
    for (const line of evaluationReport(evaluation, form)) printLine(line);
    scorecards.push(evaluation.scorecard.id);
  }
  for (const line of reviewReport(await client.review(analysis))) printLine(line);
  const path = join(config.dataDir, 'report.html');
  await writeFile(path, await client.reportOf(analysis.id));
  return { report: path, scorecards };
}

/** On a terminal a bar, which moves in its line; elsewhere a line for each stage. */
function progressOf(output: NodeJS.WriteStream): (progress: Progress | null) => void {
  let stage = '';
  return (progress) => {
    if (output.isTTY) output.write(progress === null ? '\r\x1b[K' : `\r${progressLine(progress)}\x1b[K`);
    else if (progress !== null && progress.stage !== stage) printLine(stageLine(progress));
    stage = progress?.stage ?? '';
  };
}

function printReport(path: string | null): void {
  if (path === null) return;
  const nearby = relative('.', path);
  printLine(headline('Report: listen, read, and click the quotations, in your browser'));
  printLine(`  ${nearby.startsWith('..') ? path : nearby}`);
}

function printWays({ http }: Config, { key, credentials }: DemoClient): void {
  printLine(headline('The service goes on running; Ctrl-C ends it'));
  printLine(`  Console   ${http.publicUrl}/app`);
  printLine(`  E-mail    ${credentials.email}`);
  printLine(`  Password  ${credentials.password}`);
  printLine(`  API       ${http.publicUrl}/docs`);
  printLine(`  API key   ${key}`);
}

/** The account then holds every sample, judged by the form. The person can look around meanwhile, and sees them come. */
async function hearSamples(client: DemoClient, shown: string, scorecards: readonly string[]): Promise<void> {
  const files = otherSamples(shown);
  if (files.length === 0) return;
  printLine(headline('The other samples follow; the console shows how far they are'));
  const ids = await client.submit(files, scorecards);
  for (const [place, id] of ids.entries()) {
    await client.settled(id);
    printLine(`  judged    ${basename(files[place] ?? '')}`);
  }
}
