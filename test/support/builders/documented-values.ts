// Values that a schema of the API document allows, drawn at random, with a bias to the edges of what it allows.
import fc from 'fast-check';
import { document } from '../clients/responses.js';
import type { Random } from './random.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
}

const WORDS = ['a', 'agent-7', 'Jörg Müller', '客户', '0', '-1', 'x y', "o'clock", '%_\\', '<b>', 'null'];
/** Nothing answers there. */
const ADDRESSES = ['http://127.0.0.1:1/calls', 'http://127.0.0.1:1', 'http://127.0.0.1:1/a%20b?c=d#e'];
export const EDGE_TIMES = [
  '1000-01-01T00:00:00Z',
  '1000-01-01T00:00:00+23:59',
  '1969-12-31T23:59:59.999Z',
  '2016-12-31T23:59:60Z',
  '2026-02-28T23:59:59.999999-23:59',
  '9999-12-31T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
];
export const EDGE_NUMBERS = [0, 1, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53 - 1, -(2 ** 53)];
const MATCHES_OF_PATTERN = 20;
/** A list or an object has no more members, unless it must. */
const MAX_MEMBERS = 3;

export class DocumentedValues {
  constructor(private readonly random: Random) {}

  of(given: object): unknown {
    const schema = resolved(given);
    const { random } = this;
    if (schema.enum) return random.of(schema.enum);
    if (schema.const !== undefined) return schema.const;
    const choices = schema.properties ? undefined : (schema.oneOf ?? schema.anyOf);
    if (choices) return this.of(random.of(choices));
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
    switch (types.length === 0 ? (schema.properties ? 'object' : 'any') : random.of(types)) {
      case 'null':
        return null;
      case 'boolean':
        return random.below(2) === 0;
      case 'integer':
      case 'number':
        return this.number(schema);
      case 'string':
        return this.text(schema);
      case 'array':
        return this.list(schema);
      case 'object':
        return this.object(schema);
      default:
        return random.of([...WORDS, 7, null]);
    }
  }

  private number({ minimum, maximum }: Schema): number {
    const edges = [minimum, maximum, minimum === undefined ? undefined : minimum + 1, ...EDGE_NUMBERS];
    return this.random.of(
      edges.flatMap((edge) =>
        edge === undefined || edge < (minimum ?? edge) || edge > (maximum ?? edge) ? [] : [edge],
      ),
    );
  }

  private text({ format, pattern, minLength = 0, maxLength = 60 }: Schema): string {
    const { random } = this;
    if (format === 'uuid') return `${'0123456789abcdef'[random.below(16)]}f0c2a7e-8d41-4a0b-9a53-6f1f6d1b2c3d`;
    if (format === 'uri') return random.of(ADDRESSES);
    if (format === 'date-time') return random.of(EDGE_TIMES);
    if (format === 'date') return random.of(['1000-01-01', '2026-02-28', '9999-12-31']);
    if (format === 'idn-email') return random.of(['a@example.com', 'jürgen@bücher.example']);
    if (pattern !== undefined && pattern !== '\\S') return random.of(matching(pattern));
    const word = random.of([...WORDS, 'x'.repeat(Math.min(maxLength, 300))]);
    return [...word.padEnd(minLength, 'x')].slice(0, maxLength).join('');
  }

  private list({ items = {}, minItems = 0, maxItems = MAX_MEMBERS, uniqueItems = false }: Schema): unknown[] {
    const length = Math.max(minItems, this.random.below(Math.min(maxItems, MAX_MEMBERS) + 1));
    const list = Array.from({ length }, () => this.of(items));
    return uniqueItems ? [...new Map(list.map((item) => [JSON.stringify(item), item])).values()] : list;
  }

  private object(schema: Schema): Record<string, unknown> {
    const { random } = this;
    const { properties = {}, additionalProperties, propertyNames } = schema;
    const variant = schema.oneOf ?? schema.anyOf;
    const chosen = variant ? resolved(random.of(variant)) : {};
    const required = new Set([...(schema.required ?? []), ...(chosen.required ?? [])]);
    const absent = new Set([chosen.not, ...(chosen.not?.anyOf ?? [])].flatMap((one) => one?.required ?? []));
    const value: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(properties)) {
      if (absent.has(name) || (!required.has(name) && random.below(5) > 1)) continue;
      value[name] = this.of({ ...resolved(property), ...chosen.properties?.[name] });
    }
    if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0)
      for (let n = random.below(MAX_MEMBERS); n > 0; n--)
        value[propertyNames ? this.text(propertyNames) : `key${n}`] = this.of(additionalProperties);
    return value;
  }
}

/** Drawn once for each pattern: that takes longer than all else. */
const known = new Map<string, readonly string[]>();

function matching(pattern: string): readonly string[] {
  const texts =
    known.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: MATCHES_OF_PATTERN, seed: 58 });
  known.set(pattern, texts);
  return texts;
}

function resolved(given: object): Schema {
  const schema: Schema = given;
  const name = (schema.$ref ?? schema.allOf?.[0]?.$ref)?.split('/').pop();
  return name === undefined ? schema : resolved(document.json.components.schemas[name] ?? {});
}
