// Finds the command named on the command line, and runs it.
import { parseArgs } from 'node:util';
import { editDistance } from '../platform/config/checks/edit-distance.js';
import { type Command, commandHelp, type Given, programHelp, UsageError } from './command.js';

const WRONG_USAGE = 2;

export interface Program {
  readonly version: string;
  readonly commands: readonly Command[];
}

export interface Output {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/**
 * @param words the command line without the names of Node and of the program
 * @returns the exit code
 */
export async function runProgram(
  words: readonly string[],
  { version, commands }: Program,
  { out, error }: Output,
): Promise<number> {
  try {
    const [first = 'help', ...rest] = words;
    if (first === '--version') return print(out, version);
    if (first === '--help' || (first === 'help' && rest.length === 0))
      return print(out, programHelp(version, commands));
    if (first === 'help') return print(out, await commandHelp(find(rest[0] ?? '', commands)));
    const command = find(first, commands);
    const { values, positionals } = parse(command, rest);
    if (values.help === true) return print(out, await commandHelp(command));
    if (positionals.length > command.maxArguments) {
      throw usageError(command, `Too many arguments: ${positionals.slice(command.maxArguments).join(' ')}`);
    }
    return await command.run(givenOf(values, positionals));
  } catch (caught) {
    error(`${caught instanceof Error ? caught.message : String(caught)}\n`);
    return caught instanceof UsageError ? WRONG_USAGE : 1;
  }
}

function print(out: Output['out'], text: string): number {
  out(`${text}\n`);
  return 0;
}

function find(name: string, commands: readonly Command[]): Command {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const names = commands.map((command) => command.name);
  const nearest = nearestName(name, [...names, 'help']);
  throw new UsageError(
    `There is no command ${name}. ${nearest === null ? `The commands are ${names.join(', ')}.` : `Did you mean ${nearest}?`}`,
  );
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function parse(command: Command, words: readonly string[]): { values: Values; positionals: readonly string[] } {
  const options = { ...command.options, help: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (caught) {
    if (!(caught instanceof TypeError)) throw caught;
    throw usageError(command, optionMessage(caught.message, Object.keys(options)));
  }
}

/** Node's sentence without its advice on how to pass an argument that begins with a dash. */
function optionMessage(message: string, options: readonly string[]): string {
  const [sentence = message] = message.split(/\. |\n/);
  const [, typed] = /^Unknown option '--([^']+)'/.exec(sentence) ?? [];
  const nearest = typed === undefined ? null : nearestName(typed, options);
  return nearest === null ? sentence : `${sentence}. Did you mean --${nearest}?`;
}

function usageError({ name }: Command, message: string): UsageError {
  return new UsageError(`${message}\ncall-analysis ${name} --help shows what the command takes.`);
}

function givenOf(values: Values, positionals: readonly string[]): Given {
  return {
    positionals,
    text(option) {
      const value = values[option];
      return typeof value === 'string' ? value : null;
    },
    flag: (option) => values[option] === true,
  };
}

/** More edits than this share of the letters make another word. Two letters that changed places are two edits. */
const MAX_EDIT_SHARE = 0.5;

/** @returns the name that was mistyped: it needs the fewest edits. Null where all are too far from what was typed */
function nearestName(typed: string, names: readonly string[]): string | null {
  const [nearest] = names
    .map((name) => ({ name, edits: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.max(1, name.length * MAX_EDIT_SHARE))
    .sort((one, other) => one.edits - other.edits);
  return nearest?.name ?? null;
}
