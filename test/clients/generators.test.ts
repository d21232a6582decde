// The generators that most users know make a client from the 3.0 document of the built service, and upload with it.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccount, serviceEnvironment } from '../support/apps/running-service.js';
import { checkedPaths } from '../support/clients/checked-paths.js';
import { GENERATOR_PROGRAMS, type GeneratorProgram } from '../support/processes/generator-programs.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

const run = promisify(execFile);

const SETTINGS = 'test/clients/generators';
const PROGRAM = 'upload.ts';
/** Lasts from run to run. */
const INSTALLED = resolve('node_modules/.cache/client-generators');
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmitOnError: true,
    skipLibCheck: true,
    target: 'es2022',
    // Some of the generated imports have no ending, which Node takes in CommonJS only.
    module: 'commonjs',
    moduleResolution: 'node10',
    esModuleInterop: true,
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    outDir: 'compiled',
  },
};

let environment: Awaited<ReturnType<typeof serviceEnvironment>> | null = null;
let service: ServiceProcess | null = null;
let folder: string;
let recording: Buffer;
let env: NodeJS.ProcessEnv;
let apiKey: string;

beforeAll(async () => {
  environment = await serviceEnvironment({ TRANSCRIPTION_ENGINE: 'pocketsphinx', ANALYSIS_ENGINE: 'rules' });
  [service] = await Promise.all([startServiceProcess(environment.env), installGenerators()]);
  const { rootUrl, dataDir } = environment;
  const { accessToken } = await openAccount(`${rootUrl}/api/v1`, dataDir);
  const keys = checkedPaths(`${rootUrl}/api/v1`, accessToken);
  apiKey = (await keys.post('/api-keys', { body: { name: 'Generators', mode: 'test' } })).key;
  folder = await mkdtemp(join(tmpdir(), 'client-generators-'));
  recording = silentWav();
  await writeFile(join(folder, 'call.wav'), recording);
  await symlink(join(INSTALLED, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'openapi-3.0.json'), await (await fetch(`${rootUrl}/openapi-3.0.json`)).text());
  env = { ...process.env, API_URL: `${rootUrl}/api/v1`, API_KEY: apiKey, RECORDING: join(folder, 'call.wav') };
});
afterAll(async () => {
  await service?.kill();
  await environment?.dispose();
  if (folder) await rm(folder, { recursive: true });
});

/** By the lock file beside this test. Runs no scripts of packages. */
async function installGenerators(): Promise<void> {
  const lock = await readFile(join(SETTINGS, 'package-lock.json'));
  const stamp = join(INSTALLED, 'installed');
  const wanted = createHash('sha256').update(lock).digest('hex');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return;
  await mkdir(INSTALLED, { recursive: true });
  await cp(SETTINGS, INSTALLED, { recursive: true });
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: INSTALLED });
  await writeFile(stamp, wanted);
}

/** One second, 8 kHz, one channel of 16 bits. */
function silentWav(): Buffer {
  const wav = Buffer.alloc(44 + 16_000);
  wav.write('RIFF');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8_000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(16_000, 40);
  return wav;
}

const installed = (program: string) => join(INSTALLED, 'node_modules/.bin', program);

/** Writes into a folder of its own: a compiler sees the files of one generator alone. */
async function generate({ command, settings, source }: GeneratorProgram): Promise<string> {
  const home = await mkdtemp(join(folder, 'client-'));
  for (const [name, text] of Object.entries({ ...settings, [PROGRAM]: source }))
    await writeFile(join(home, name), text);
  await cp(join(folder, 'openapi-3.0.json'), join(home, 'openapi-3.0.json'));
  await writeFile(join(home, 'tsconfig.json'), JSON.stringify({ ...TSCONFIG, files: [PROGRAM] }));
  const [program, ...args] = command;
  await run(installed(program), args, { cwd: home, env });
  return home;
}

describe('the 3.0 document', () => {
  it('passes a validator that is none of ours', async () => {
    const { stdout } = await run(installed('validate-api'), ['openapi-3.0.json'], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({ valid: true });
  });

  it.concurrent.each(GENERATOR_PROGRAMS.map((program) => [program.generator, program] as const))(
    '%s makes a client of it that compiles strictly and uploads [settled 42]',
    async (_, program) => {
      const home = await generate(program);
      const compiled = await run(installed('tsc'), ['-p', '.'], { cwd: home }).catch(
        (error: { stdout: string }) => error,
      );
      expect(compiled.stdout).toBe('');
      const { stdout } = await run(process.execPath, [join('compiled', PROGRAM.replace(/ts$/, 'js'))], {
        cwd: home,
        env,
      });
      const made: { uploaded: string; completed: string; score: number } = JSON.parse(stdout);
      const api = checkedPaths(String(env.API_URL), apiKey);
      const uploaded = await api.get('/analysis/{id}', { path: { id: made.uploaded } });
      expect(uploaded).toMatchObject({
        livemode: false,
        audio: { size_bytes: recording.length },
        call: { agent_id: 'agent-7', contact_id: 'cust-42', direction: 'inbound' },
        metadata: {
          campaign: 'spring',
          priority: 2,
          webhook_url: 'https://hooks.example.com/calls',
          webhook_events: ['analysis.completed', 'analysis.failed'],
        },
      });
      expect(await api.get('/analysis/{id}', { path: { id: made.completed } })).toMatchObject({
        status: 'completed',
        results: { compliance: { score: made.score } },
      });
    },
  );
});
