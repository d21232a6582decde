// Reads the schemas of the OpenAPI document into the types of api-model.ts. What it does not know it refuses: a new spelling in
// the document is looked at by a person first.
import type { Property, Type } from './api-model.js';

/** JSON as it stands in the document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly maximum?: number;
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
}
export type Schemas = Readonly<Record<string, Schema>>;

const SCALARS = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/** `#/components/schemas/User` is named `User`. */
export const schemaName = (reference: string): string => reference.split('/').pop() ?? '';

export class TypeReader {
  constructor(private readonly schemas: Schemas) {}

  /** @param at where it stands, for the error */
  read(schema: Schema, at: string): { readonly type: Type; readonly nullable: boolean } {
    if (schema.$ref) return { type: this.named(schemaName(schema.$ref), at), nullable: false };
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices) return this.readChoice(choices, at);
    const names = [schema.type ?? []].flat();
    const nullable = names.includes('null') && names.length > 1;
    const [name, ...others] = nullable ? names.filter((one) => one !== 'null') : names;
    if (name === undefined || others.length > 0) throw new Error(`${at}: a schema of no one type`);
    return { type: this.readPlain(name, schema, at), nullable };
  }

  readProperties(schema: Schema, at: string): readonly Property[] {
    return Object.entries(schema.properties ?? {}).map(([name, property]) =>
      this.property(name, property, (schema.required ?? []).includes(name), `${at}.${name}`),
    );
  }

  property(name: string, schema: Schema, required: boolean, at: string): Property {
    const { type, nullable } = this.read(schema, at);
    const { description = '', example, default: preset } = schema;
    return { name, type, required, nullable, description, example, default: preset };
  }

  private named(name: string, at: string): Type {
    const schema = this.schemas[name];
    if (!schema) throw new Error(`${at}: no schema ${name}`);
    if (schema.discriminator) return { kind: 'union', name };
    if (schema.enum) return { kind: 'enum', name };
    if (schema.properties) return { kind: 'model', name };
    return this.read(schema, name).type;
  }

  private readChoice(choices: readonly Schema[], at: string): { readonly type: Type; readonly nullable: boolean } {
    const some = choices.filter(({ type }) => type !== 'null');
    const nullable = some.length < choices.length;
    const [only, ...others] = some;
    if (only && others.length === 0) {
      const read = this.read(only, at);
      return { type: read.type, nullable: nullable || read.nullable };
    }
    if (some.every((choice) => this.isText(choice))) return { type: { kind: 'string', format: null }, nullable };
    // An object without a name may be one of them. Where the document says what it holds, the libraries say so too.
    if (some.some(({ properties }) => properties !== undefined))
      return { type: { kind: 'either', of: some.map((choice) => this.read(choice, at).type) }, nullable };
    if (some.every(({ type }) => typeof type === 'string' && (SCALARS.has(type) || type === 'object')))
      return { type: { kind: 'any' }, nullable };
    const models = some.flatMap(({ $ref }) => ($ref && this.isModel(schemaName($ref)) ? schemaName($ref) : []));
    if (models.length === some.length) return { type: { kind: 'choice', models }, nullable };
    throw new Error(`${at}: a choice that no library can spell`);
  }

  private isModel(name: string): boolean {
    const schema = this.schemas[name];
    return schema?.properties !== undefined && !schema.discriminator;
  }

  private isText({ type, $ref }: Schema): boolean {
    return type === 'string' || ($ref !== undefined && this.schemas[schemaName($ref)]?.enum !== undefined);
  }

  private readPlain(name: string, schema: Schema, at: string): Type {
    const [value, ...values] = schema.enum ?? [];
    if (values.length === 0 && (typeof value === 'string' || typeof value === 'boolean'))
      return { kind: 'literal', value };
    switch (name) {
      case 'string':
        return this.enumWith(schema.enum) ?? { kind: 'string', format: schema.format ?? null };
      case 'integer':
        return typeof value === 'number' && values.length === 0 ? { kind: name, only: value } : { kind: name };
      case 'number':
      case 'boolean':
      case 'null':
        return { kind: name };
      case 'array':
        return { kind: 'list', of: this.read(schema.items ?? {}, `${at}[]`).type };
      case 'object':
        return this.readMap(schema, at);
      default:
        throw new Error(`${at}: type ${name}`);
    }
  }

  /** The smallest named enumeration that has all of these values; null where there is none. */
  private enumWith(values: Schema['enum']): Type | null {
    if (!values) return null;
    const [found] = Object.entries(this.schemas)
      .filter(([, named]) => named.enum && values.every((value) => named.enum?.includes(value)))
      .sort(([, one], [, other]) => (one.enum?.length ?? 0) - (other.enum?.length ?? 0));
    if (!found) return null;
    const [name, { enum: all = [] }] = found;
    return all.length === values.length ? { kind: 'enum', name } : { kind: 'enum', name, only: values.map(String) };
  }

  private readMap(schema: Schema, at: string): Type {
    const { additionalProperties: values, properties } = schema;
    if (typeof values === 'object') {
      const { type, nullable } = this.read(values, `${at}{}`);
      return { kind: 'map', of: type, nullable };
    }
    const of = { kind: 'json' } as const;
    return properties ? { kind: 'map', of, members: this.readProperties(schema, at) } : { kind: 'map', of };
  }
}
