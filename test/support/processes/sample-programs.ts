// Puts all code samples of a language into one program, which is compiled with the strict checks of that language and runs them
// one after another.
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Language } from '../../../clients/conformance/driver-process.js';

export interface ShownSample {
  readonly operationId: string;
  readonly source: string;
}

/** A command with its arguments, in the folder of the program. */
export type Command = readonly [program: string, ...args: string[]];

export interface SampleProgram {
  /** The strict checks, in their order. */
  readonly build: readonly Command[];
  /** Writes a line for each sample into the file `OUTCOMES`: its operationId, and what it failed with, or nothing. */
  readonly run: Command;
  readonly env: Readonly<Record<string, string>>;
}

/** The samples print what they got, so the program writes what came of them into a file of the folder. */
export const OUTCOMES = 'outcomes.txt';

interface Sample {
  readonly operationId: string;
  /** The lines with which the sample imports what it uses. */
  readonly imports: string;
  readonly body: string;
}

/** Writes the program into the folder. @param cache a folder that lasts from run to run */
export function writeProgram(
  language: Language,
  samples: readonly ShownSample[],
  folder: string,
  cache: string,
): Promise<SampleProgram> {
  return WRITERS[language](samples.map(divided), folder, cache);
}

/** A sample begins with its imports, in one or more paragraphs. */
function divided({ operationId, source }: ShownSample): Sample {
  const [imports = ''] = /^(?:import \([^)]*\)|(?:(?:import|from) .*\n|\n(?=import|from))*)/.exec(source) ?? [];
  return { operationId, imports, body: source.slice(imports.length).trim() };
}

const WRITERS: Readonly<
  Record<Language, (samples: readonly Sample[], folder: string, cache: string) => Promise<SampleProgram>>
> = {
  typescript: writeTypeScript,
  python: writePython,
  go: writeGo,
  java: writeJava,
};

const lines = (...texts: readonly string[]) => `${texts.join('\n')}\n`;
const importsOf = (samples: readonly Sample[]) => [...new Set(samples.flatMap(({ imports }) => imports.split('\n')))];
const indented = (text: string, by: string) => text.replace(/^(?=.)/gm, by);

async function writeTypeScript(samples: readonly Sample[], folder: string): Promise<SampleProgram> {
  const library = join(folder, 'node_modules/@call-analysis/client');
  await mkdir(library, { recursive: true });
  await cp('clients/typescript/package.json', join(library, 'package.json'));
  await symlink(resolve('node_modules/@types'), join(folder, 'node_modules/@types'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  const program = lines(
    ...importsOf(samples),
    'const samples: Record<string, () => Promise<void>> = {',
    ...samples.map(({ operationId, body }) => `${operationId}: async () => {\n${body}\n},`),
    '};',
    "const { appendFileSync } = await import('node:fs');",
    'for (const [id, sample] of Object.entries(samples))',
    `  appendFileSync('${OUTCOMES}', id + ' ' + (await sample().then(() => '', String)) + '\\n');`,
  );
  await writeFile(join(folder, 'samples.ts'), program);
  const tsc = resolve('tools/node_modules/.bin/tsc');
  return {
    build: [
      [tsc, '-p', resolve('clients/typescript/tsconfig.json'), '--outDir', join(library, 'dist')],
      [tsc, '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', 'samples.ts'],
    ],
    run: ['node', 'samples.js'],
    env: {},
  };
}

async function writePython(samples: readonly Sample[], folder: string, cache: string): Promise<SampleProgram> {
  const program = lines(
    ...importsOf(samples),
    ...samples.map(({ operationId, body }) => `\n\ndef ${operationId}() -> None:\n${indented(body, '    ')}`),
    `\n\nwith open("${OUTCOMES}", "w") as out:`,
    `    for sample in (${samples.map(({ operationId }) => operationId).join(', ')},):`,
    '        failure = ""',
    '        try:',
    '            sample()',
    '        except Exception as error:',
    '            failure = repr(error)',
    '        print(sample.__name__, failure, file=out)',
  );
  await writeFile(join(folder, 'samples.py'), program);
  const source = resolve('clients/python/src');
  return {
    build: [['mypy', '--strict', '--cache-dir', join(cache, 'mypy-samples'), 'samples.py']],
    run: ['python3', '-W', 'error', '-B', 'samples.py'],
    env: { MYPYPATH: source, PYTHONPATH: source },
  };
}

/** A file for each sample: Go refuses an import that a file does not use. */
async function writeGo(samples: readonly Sample[], folder: string): Promise<SampleProgram> {
  const name = ({ operationId }: Sample) => `${operationId}Sample`;
  for (const sample of samples) {
    const { operationId, imports, body } = sample;
    const text = lines('package main\n', imports, `\nfunc ${name(sample)}() {`, indented(body, '\t'), '}');
    await writeFile(join(folder, `${operationId}_sample.go`), text);
  }
  const main = lines(
    'package main\n',
    'import (\n\t"fmt"\n\t"os"\n)\n',
    'func main() {',
    `\tout, _ := os.Create("${OUTCOMES}")`,
    ...samples
      .flatMap((sample) => [`${name(sample)}()`, `fmt.Fprintln(out, "${sample.operationId} ")`])
      .map((line) => indented(line, '\t')),
    '}',
  );
  await writeFile(join(folder, 'main.go'), main);
  const module = 'module samples\n\ngo 1.19\n\nrequire example.com/callanalysis v0.2.0\n\n';
  await writeFile(join(folder, 'go.mod'), `${module}replace example.com/callanalysis => ${resolve('clients/go')}\n`);
  return {
    build: [
      ['sh', '-c', 'unformatted=$(gofmt -d .); test -z "$unformatted" || { echo "$unformatted"; exit 1; }'],
      ['go', 'vet', '.'],
      ['go', 'build', '-o', 'samples', '.'],
    ],
    run: ['./samples'],
    env: { CGO_ENABLED: '0', GOFLAGS: '-mod=mod' },
  };
}

const STRICT = ['--release', '17', '-encoding', 'UTF-8', '-Xlint:all', '-Werror'];
const JARS = ['databind', 'core', 'annotations'].map((part) => `/usr/share/java/jackson-${part}.jar`);

async function writeJava(samples: readonly Sample[], folder: string): Promise<SampleProgram> {
  const program = lines(
    ...importsOf(samples),
    'final class Samples {',
    '  interface Run { void run() throws Exception; }',
    ...samples.map(({ operationId, body }) => `  static void ${operationId}() throws Exception {\n${body}\n  }`),
    '  static void tell(java.io.OutputStream out, String id, Run sample) throws java.io.IOException {',
    '    String failure = "";',
    '    try { sample.run(); } catch (Exception error) { failure = error.toString(); }',
    '    out.write((id + " " + failure + "\\n").getBytes());',
    '  }',
    '  public static void main(String[] args) throws java.io.IOException {',
    `    try (var out = new java.io.FileOutputStream("${OUTCOMES}")) {`,
    ...samples.map(({ operationId }) => `      tell(out, "${operationId}", Samples::${operationId});`),
    '    }',
    '  }',
    '}',
  );
  await writeFile(join(folder, 'Samples.java'), program);
  const classpath = JARS.join(':');
  const library = ['main', 'generated'].map((part) => resolve('clients/java/src', part, 'java')).join(':');
  return {
    build: [['javac', ...STRICT, '-cp', classpath, '-sourcepath', library, '-d', '.', 'Samples.java']],
    run: ['java', '-XX:TieredStopAtLevel=1', '-cp', `${classpath}:.`, 'Samples'],
    env: {},
  };
}
