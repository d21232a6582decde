// Objects that take the members of another request, each optional, such as the defaults of a source.

/** Marks such an object. The members are written out once all schemas are known. */
export const FIELDS_OF = 'x-fields-of';

export interface FieldsOf {
  /** Name of the schema that has the members. */
  readonly schema: string;
  /** Those that are left out. */
  readonly without: readonly string[];
}

/** Writes the members of the marked properties of a schema. */
export function writeOutFields(schema: object, schemas: Readonly<Record<string, object>>): void {
  for (const property of Object.values(propertiesOf(schema))) {
    const marked: FieldsOf | undefined = Reflect.get(property, FIELDS_OF);
    if (!marked) continue;
    Reflect.deleteProperty(property, FIELDS_OF);
    const fields = Object.entries(propertiesOf(schemas[marked.schema] ?? {}));
    if (fields.length === 0) throw new Error(`There is no schema ${marked.schema} with members`);
    const shared = fields.filter(([name]) => !marked.without.includes(name));
    Reflect.set(property, 'properties', structuredClone(Object.fromEntries(shared)));
  }
}

const propertiesOf = (schema: object): Readonly<Record<string, object>> => Reflect.get(schema, 'properties') ?? {};
