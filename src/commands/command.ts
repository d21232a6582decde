// Commands of the program `call-analysis`, and their help.

export interface CommandOption {
  readonly type: 'boolean' | 'string';
  /** Placeholder for the value of an option, as in `--from URL`. Absent for an option without a value. */
  readonly value?: string;
  readonly description: string;
}

/** Arguments after the command's name. */
export interface Given {
  readonly positionals: readonly string[];
  /** Value of an option, or null. */
  text(option: string): string | null;
  /** Whether an option without a value was given. */
  flag(option: string): boolean;
}

export interface Command {
  readonly name: string;
  /** Arguments shown after the name: `PRESET`, `[api|worker]`; empty for none. */
  readonly arguments: string;
  readonly maxArguments: number;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Names of environment variables. */
  readonly settings: readonly string[];
  /** Meaning of each exit code, besides 2: the command line is wrong. */
  readonly exitCodes: Readonly<Record<number, string>>;
  /** Further lines of the help, about the things that the command uses. */
  readonly details?: () => Promise<readonly string[]>;
  /**
   * @returns the exit code
   * @throws UsageError; Error with one sentence for the operator
   */
  readonly run: (given: Given) => Promise<number>;
}

/** The command line is wrong: the program prints the message and exits with code 2. */
export class UsageError extends Error {}

const MAX_WIDTH = 100;
const HELP: CommandOption = { type: 'boolean', description: 'prints this text' };

export function programHelp(version: string, commands: readonly Command[]): string {
  const rows = commands.map(({ name, arguments: taken, summary }) => [`${name} ${taken}`.trim(), summary] as const);
  return [
    `call-analysis ${version}: transcribes and analyses recorded phone calls`,
    '',
    'Usage: call-analysis COMMAND [ARGUMENTS]',
    '',
    ...table([
      ...rows,
      ['help [COMMAND]', 'prints this text, or that of a command'],
      ['--version', 'prints the version'],
    ]),
    '',
    'call-analysis COMMAND --help shows the options, settings and exit codes of a command.',
    ...wrapped('Settings are environment variables; outside production the file .env in the working directory, too.'),
  ].join('\n');
}

export async function commandHelp(command: Command): Promise<string> {
  const { name, arguments: taken, summary, options, settings, exitCodes, details } = command;
  const optionRows = Object.entries({ ...options, help: HELP }).map(
    ([option, { value, description }]) => [`--${option}${value ? ` ${value}` : ''}`, description] as const,
  );
  const codes = Object.entries({ ...exitCodes, 2: 'the command line is wrong' });
  return [
    `Usage: ${['call-analysis', name, taken, Object.keys(options).length > 0 ? '[OPTIONS]' : ''].filter(Boolean).join(' ')}`,
    '',
    ...wrapped(sentence(summary)),
    ...(details ? ['', ...(await details())] : []),
    '',
    'Options',
    ...table(optionRows),
    '',
    'Settings',
    ...wrapped(settings.join(', '), '  '),
    '',
    'Exit codes',
    ...table(codes.map(([code, meaning]) => [code, meaning] as const)),
  ].join('\n');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.flatMap(([name, text]) => {
    const [first = '', ...more] = wrapped(text, ' '.repeat(width + 2));
    return [`  ${name.padEnd(width)}${first.trimStart()}`, ...more];
  });
}

export function wrapped(text: string, indent = ''): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= MAX_WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  return lines;
}
