// Writes `.env.example` and `docs/configuration.md` from the table of variables, so that neither can disagree with the service.
import { z } from 'zod';
import { VARIABLE_NOTES } from '../../src/platform/config/variable-notes.js';
import { VARIABLE_TOPICS, type Variables } from '../../src/platform/config/variables.js';

const HEADER = `# Every setting of the service. Copy this file to .env, and take the # away from the lines that you change.
# The service reads .env at start, except with NODE_ENV=production. Variables of the environment win over it.
# A line with a value shows the default.
# Written by \`npm run settings\` from src/platform/config/variables.ts: edit that file instead.
`;

const INTRODUCTION = `# Configuration

The service reads environment variables, and outside production a file \`.env\` (\`cp .env.example .env\`; variables of the environment win
over it). It checks all of them at start, and a process that cannot work with them exits and names every fault with its remedy
([When the service does not start](operations/running.md#when-the-service-does-not-start)). An empty variable counts as not set. A variable
that looks like a setting and is none is named as a warning.

The tables name every variable that the service reads, by theme. The last column says what is needed with \`NODE_ENV=production\`; the other
variables may stay unset there. \`npm run settings\` writes this page and \`.env.example\` from \`src/platform/config/variables.ts\`.
`;

const ENGINE = 'one of these, or an installed model, unless `PROCESS=api`';
const BOTH = 'both or neither';
const UNLESS_WORKER = 'yes, unless `PROCESS=worker`';

/** What a process in production does not start without. */
export const NEEDED_IN_PRODUCTION: Readonly<Partial<Record<keyof Variables, string>>> = {
  PUBLIC_URL: 'yes',
  DATABASE_URL: 'yes',
  REDIS_URL: 'yes',
  S3_BUCKET: 'yes, unless `PROCESS=all`',
  SMTP_URL: UNLESS_WORKER,
  MAIL_FROM: UNLESS_WORKER,
  TRANSCRIPTION_ENGINE: ENGINE,
  OPENAI_API_KEY: ENGINE,
  OPENAI_BASE_URL: ENGINE,
  STRIPE_SECRET_KEY: BOTH,
  STRIPE_WEBHOOK_SECRET: BOTH,
  JWT_SECRET: 'yes',
};

export function envExample(): string {
  const topics = VARIABLE_TOPICS.map(
    ({ title, variables }) => `# --- ${title} ---\n\n${settingsIn(variables).map(entryOf).join('\n')}`,
  );
  return [HEADER, ...topics].join('\n');
}

export function configurationPage(): string {
  const topics = VARIABLE_TOPICS.map(({ title, variables }) =>
    [
      `\n## ${title}\n`,
      '| Variable | Default, or what holds when it is not set | What it does | Needed in production |',
      '|---|---|---|---|',
      ...settingsIn(variables).map(rowOf),
      '',
    ].join('\n'),
  );
  return [INTRODUCTION, ...topics].join('');
}

interface Setting {
  readonly name: string;
  readonly meaning: string;
  /** What applies when it is not set; null where it has a default. */
  readonly whenUnset: string | null;
  readonly value: string;
}

function settingsIn(variables: Readonly<z.ZodRawShape>): Setting[] {
  return Object.entries(variables).map(([name, schema]) => {
    const notes = schema instanceof z.ZodType ? VARIABLE_NOTES.get(schema) : undefined;
    if (!notes) throw new Error(`${name} has no notes in the table of variables`);
    return { name, ...notes, value: schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : '' };
  });
}

function entryOf({ name, meaning, whenUnset, value }: Setting): string {
  const unset = whenUnset === null ? '' : `# Not set: ${whenUnset}.\n`;
  return `# ${meaning}.\n${unset}# ${name}=${/[\s#]/.test(value) ? `"${value}"` : value}\n`;
}

function rowOf({ name, meaning, whenUnset, value }: Setting): string {
  const needed = Object.entries(NEEDED_IN_PRODUCTION).find(([one]) => one === name)?.[1] ?? '';
  const cells = [`\`${name}\``, whenUnset ?? `\`${value}\``, meaning, needed];
  return `| ${cells.map((cell) => withNamesAsCode(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}

const withNamesAsCode = (cell: string) => cell.replace(/(?<![`\w])[A-Z][A-Z0-9]*(_[A-Z0-9]+)+(?![`\w])/g, '`$&`');
