// A variable in the table: its format, its meaning, and what holds where it is not set.
import { z } from 'zod';

interface VariableNotes {
  readonly meaning: string;
  /** Behaviour when the variable is not set; null when the schema holds the default. */
  readonly whenUnset: string | null;
}

/** Descriptions of the variables in `.env.example` and `docs/configuration.md`. */
export const VARIABLE_NOTES = z.registry<VariableNotes>();

export function withDefault<Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>, meaning: string) {
  const withValue = z.prefault(schema, value);
  VARIABLE_NOTES.add(withValue, { meaning, whenUnset: null });
  return withValue;
}

export function optional<Schema extends z.ZodType>(schema: Schema, whenUnset: string, meaning: string) {
  const withoutValue = schema.optional();
  VARIABLE_NOTES.add(withoutValue, { meaning, whenUnset });
  return withoutValue;
}
