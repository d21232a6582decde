// Writes the text of `.env.example` from the table of variables, so that the file cannot disagree with the service.
import { z } from 'zod';
import { VARIABLE_NOTES, VARIABLE_TOPICS } from './variables.js';

const HEADER = `# Every setting of the service. Copy this file to .env, and take the # away from the lines that you change.
# The service reads .env at start, except with NODE_ENV=production. Variables of the environment win over it.
# A line with a value shows the default.
# Written by \`npm run env:example\` from src/platform/config/variables.ts: edit that file instead.
`;

export function envExample(): string {
  const topics = VARIABLE_TOPICS.map(
    ({ title, variables }) =>
      `# --- ${title} ---\n\n${Object.entries(variables)
        .map(([name, schema]) => entry(name, schema))
        .join('\n')}`,
  );
  return [HEADER, ...topics].join('\n');
}

function entry(name: string, schema: unknown): string {
  const notes = schema instanceof z.ZodType ? VARIABLE_NOTES.get(schema) : undefined;
  if (!notes) throw new Error(`${name} has no notes in the table of variables`);
  const { meaning, whenUnset } = notes;
  const value = schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : '';
  const unset = whenUnset === null ? '' : `# Not set: ${whenUnset}.\n`;
  return `# ${meaning}.\n${unset}# ${name}=${/[\s#]/.test(value) ? `"${value}"` : value}\n`;
}
