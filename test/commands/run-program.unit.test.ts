import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Command, UsageError } from '../../src/commands/command.js';
import { COMMANDS } from '../../src/commands/command-table.js';
import { runProgram } from '../../src/commands/run-program.js';

/** Says what it was given. */
const echo: Command = {
  name: 'echo',
  arguments: '[WORD]',
  maxArguments: 1,
  summary: 'says what it was given',
  options: {
    from: { type: 'string', value: 'URL', description: 'where from' },
    loud: { type: 'boolean', description: 'loudly' },
  },
  settings: ['ECHO_DELAY'],
  exitCodes: { 0: 'said', 3: 'nothing to say' },
  run: async (given) => {
    const [word] = given.positionals;
    if (word === 'wrong') throw new UsageError('A wrong word.');
    if (word === 'fail') throw new Error('The echo is lost.');
    return word === (given.flag('loud') ? 'loud' : given.text('from')) ? 0 : 3;
  },
};

async function run(...words: string[]) {
  const said = { out: '', error: '' };
  const code = await runProgram(
    words,
    { version: '1.2.3', commands: [echo, ...COMMANDS] },
    {
      out: (text) => {
        said.out += text;
      },
      error: (text) => {
        said.error += text;
      },
    },
  );
  return { code, ...said };
}

const names = COMMANDS.map(({ name }) => name);

describe('the program', () => {
  it('has the commands that package.json has scripts for', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    for (const name of names) expect(scripts[name]).toBe(`exec ./run node dist/program/call-analysis.js ${name}`);
  });

  it.each([[[]], [['help']], [['--help']]])('lists its commands for the command line %j', async (words) => {
    const { code, out, error } = await run(...words);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    for (const name of names) expect(out).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
  });

  it('says its version', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: '1.2.3\n', error: '' });
  });

  it.each(names)('shows arguments, options, settings and exit codes of %s, in two ways', async (name) => {
    const { code, out } = await run(name, '--help');
    expect(code, 'exit code of --help').toBe(0);
    expect(out).toMatch(
      new RegExp(`^Usage: call-analysis ${name}.*\\n\\n.*\\nOptions\\n.*\\nSettings\\n.*\\nExit codes\\n`, 's'),
    );
    expect((await run('help', name)).out).toBe(out);
  });

  it('hands a command its arguments and options, and exits with its code', async () => {
    expect(await run('echo', 'yes', '--from', 'yes')).toEqual({ code: 0, out: '', error: '' });
    expect((await run('echo', '--loud', 'loud')).code, 'exit code of a command that succeeds').toBe(0);
    expect((await run('echo')).code, 'exit code of the command itself').toBe(3);
  });

  it('exits with 1 and the sentence of a command that fails', async () => {
    expect(await run('echo', 'fail')).toEqual({ code: 1, out: '', error: 'The echo is lost.\n' });
  });

  it.each([
    [['migrates'], 'There is no command migrates. Did you mean migrate?\n'],
    [['model:install'], 'There is no command model:install. Did you mean models:install?\n'],
    [['help', 'tart'], 'There is no command tart. Did you mean start?\n'],
    [['xyz'], `There is no command xyz. The commands are echo, ${names.join(', ')}.\n`],
    [
      ['echo', '--form', 'x'],
      "Unknown option '--form'. Did you mean --from?\ncall-analysis echo --help shows what the command takes.\n",
    ],
    [
      ['echo', '--from'],
      "Option '--from <value>' argument missing\ncall-analysis echo --help shows what the command takes.\n",
    ],
    [['echo', 'a', 'b', 'c'], 'Too many arguments: b c\ncall-analysis echo --help shows what the command takes.\n'],
    [['echo', 'wrong'], 'A wrong word.\n'],
    [['start', 'apis'], 'There is no role apis: it is api or worker, or none for both.\n'],
  ])('refuses the command line %j with exit code 2', async (words, error) => {
    expect(await run(...words)).toEqual({ code: 2, out: '', error });
  });
});
