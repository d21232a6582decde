// Builds and starts the driver of a client library: a process that takes one call a line and answers with one line each.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

export const LANGUAGES = ['typescript', 'python', 'go', 'java'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One call, as README.md in this folder describes it. */
export interface DriverRequest {
  /** `resource.method` in snake case, e.g. `analyses.create`. */
  readonly call: string;
  /** Parameters of path and query and members of the body, by their names on the wire. */
  readonly args?: Readonly<Record<string, unknown>>;
  readonly client?: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface DriverError {
  readonly kind: string;
  readonly status: number | null;
  readonly detail: string;
  readonly items: readonly Readonly<Record<string, unknown>>[] | null;
  readonly request_id: string | null;
  readonly retryable: boolean;
  /** The upload to go on with, where there is one. */
  readonly upload_id?: string | null;
}

/** Bytes of the recording, as the callback was told. */
export interface DriverProgress {
  readonly calls: number;
  readonly last: number;
  readonly total: number | null;
  readonly monotonic: boolean;
}

export interface DriverAnswer {
  readonly n: number;
  readonly result?: unknown;
  readonly error?: DriverError;
  readonly progress?: DriverProgress;
}

interface BuildStep {
  readonly name: string;
  readonly argv: readonly string[];
  /** Left out where its program is missing. */
  readonly optional?: boolean;
}

/** `run.json`: programs and their arguments, relative to the folder of the language. */
interface RunFile {
  readonly needs: readonly (readonly string[])[];
  readonly build: readonly (readonly string[] | BuildStep)[];
  readonly start: readonly string[];
}

export interface BuiltDriver {
  readonly language: Language;
  /** The names of the optional steps that were left out. */
  readonly leftOut: readonly string[];
  start(): Driver;
}

export interface Driver {
  hasEnded(): boolean;
  /** What the driver has written to its standard error. */
  errors(): string;
  /** The driver serves its requests in order. @throws when it ends or does not answer in time */
  ask(request: DriverRequest, timeoutMs?: number): Promise<DriverAnswer>;
  /** Closes its standard input and waits until it has ended. @returns the exit code */
  stop(): Promise<number | null>;
}

const run = promisify(execFile);

const MAX_BUILD_OUTPUT_BYTES = 16 * 1024 * 1024;
/** What a busy machine may take. */
const BUILD_TIMEOUT_MS = 400_000;
const ANSWER_TIMEOUT_MS = 300_000;

const folderOf = (language: Language) => resolve('clients', language);

function runFileOf(language: Language): RunFile {
  const text = readFileSync(join(folderOf(language), 'conformance', 'run.json'), 'utf8');
  return JSON.parse(text.replaceAll(/\$\{BUILD\}/g, buildFolderOf(language)));
}

/**
 * A folder for build products that lasts from run to run, for the caches of the compilers. Processes that test side by side have
 * one each: a build begins by deleting what is there.
 */
function buildFolderOf(language: Language): string {
  const folder = resolve('.data/clients', process.env.VITEST_POOL_ID ?? '', language);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The first command that the driver needs and that fails on this machine. */
export async function missingProgram(language: Language): Promise<string | null> {
  const { needed } = await missingPrograms(language);
  return needed[0]?.join(' ') ?? null;
}

interface MissingPrograms {
  /** Commands that fail here, and without which nothing of the language is tested. */
  readonly needed: readonly (readonly string[])[];
  /** Commands without which a build step is left out. */
  readonly optional: readonly (readonly string[])[];
}

export async function missingPrograms(language: Language): Promise<MissingPrograms> {
  const { needs, build } = runFileOf(language);
  const programs = build.flatMap((step) => ('argv' in step && step.optional ? (step.argv[0] ?? []) : []));
  const optional = [...new Set(programs)].map((program) => [program, '--version']);
  const failing = async (commands: readonly (readonly string[])[]) => {
    const good = await Promise.all(commands.map((argv) => succeeds(language, argv)));
    return commands.filter((_, at) => !good[at]);
  };
  return { needed: await failing(needs), optional: await failing(optional) };
}

const succeeds = (language: Language, [program = '', ...args]: readonly string[]) =>
  run(program, args, { cwd: folderOf(language) }).then(
    () => true,
    () => false,
  );

/** Runs the build steps, which hold the strict checks of the language. @throws with the output of the step that failed */
export async function buildDriver(language: Language): Promise<BuiltDriver> {
  const { build, start } = runFileOf(language);
  const leftOut: string[] = [];
  for (const given of build) {
    const step = 'argv' in given ? given : { name: given.join(' '), argv: given };
    const [program = '', ...args] = step.argv;
    await run(program, args, {
      cwd: folderOf(language),
      maxBuffer: MAX_BUILD_OUTPUT_BYTES,
      timeout: BUILD_TIMEOUT_MS,
    }).catch((error: { code?: unknown; stdout?: string; stderr?: string }) => {
      if (step.optional && error.code === 'ENOENT') leftOut.push(step.name);
      else throw new Error(`${language}: ${step.name} failed\n${error.stdout ?? ''}\n${error.stderr ?? ''}`);
    });
  }
  return { language, leftOut, start: () => startDriver(language, start) };
}

interface Waiting {
  readonly n: number;
  take(answer: DriverAnswer): void;
  fail(error: Error): void;
}

function startDriver(language: Language, [program = '', ...args]: readonly string[]): Driver {
  // The environment must not choose the service or the credential.
  const { CALL_ANALYSIS_API_KEY: _key, CALL_ANALYSIS_URL: _url, ...env } = process.env;
  const child = spawn(program, args, { cwd: folderOf(language), env, stdio: 'pipe' });
  const waiting: Waiting[] = [];
  let errors = '';
  let count = 0;
  const failAll = (why: string) => {
    for (const one of waiting.splice(0)) one.fail(new Error(`The driver of ${language} ${why}\n${errors}`));
  };
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => failAll(`did not start: ${error.message}`));
  child.on('exit', (code, signal) => failAll(`ended with ${signal ?? code}`));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const one = waiting.shift();
    try {
      const answer: DriverAnswer = JSON.parse(line);
      if (answer.n !== one?.n) throw new Error(`answered ${answer.n} where ${one?.n} was due`);
      one.take(answer);
    } catch (error) {
      one?.fail(new Error(`The driver of ${language} wrote ${line.slice(0, 500)}: ${error}\n${errors}`));
    }
  });
  return {
    hasEnded: () => hasEnded(child),
    errors: () => errors,
    ask(request, timeoutMs = ANSWER_TIMEOUT_MS) {
      count += 1;
      return asked(child, waiting, { n: count, ...request }, timeoutMs);
    },
    async stop() {
      if (!hasEnded(child)) {
        const gone = once(child, 'exit');
        child.stdin.end();
        await gone;
      }
      return child.exitCode;
    },
  };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

function asked(child: ChildProcess, waiting: Waiting[], request: DriverRequest & { n: number }, timeoutMs: number) {
  return new Promise<DriverAnswer>((take, fail) => {
    if (hasEnded(child)) {
      fail(new Error(`The driver has ended with ${child.signalCode ?? child.exitCode}`));
      return;
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(new Error(`The driver did not answer in ${timeoutMs} ms: ${JSON.stringify(request).slice(0, 500)}`));
    }, timeoutMs);
    waiting.push({
      n: request.n,
      take: (answer) => {
        clearTimeout(timer);
        take(answer);
      },
      fail: (error) => {
        clearTimeout(timer);
        fail(error);
      },
    });
    child.stdin?.write(`${JSON.stringify(request)}\n`);
  });
}
