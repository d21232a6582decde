// One model that holds every variant of a union, for languages in which a value cannot be narrowed by one of its members.
import type { Enum, Model, Property, Type } from './api-model.js';

export class UnionFlattener {
  /** @param models of the document; a model that the variants' members need and that is not there is added */
  constructor(
    private readonly models: Map<string, Model>,
    private readonly enums: readonly Enum[],
  ) {}

  /** @returns null where a member has types with nothing in common */
  flatten(name: string, description: string, variants: readonly string[]): Model | null {
    const members = variants.map((variant) => this.modelOf(variant));
    const names = [...new Set(members.flatMap(({ properties }) => properties.map((property) => property.name)))];
    const properties: Property[] = [];
    for (const wireName of names) {
      const found = members.flatMap((model) => model.properties.filter((property) => property.name === wireName));
      const type = this.common(found.map((property) => property.type));
      const [first] = found;
      if (!type || !first) return null;
      properties.push({
        ...first,
        type,
        required: found.length === members.length && found.every(({ required }) => required),
        nullable: found.some((property) => property.nullable || property.type.kind === 'null'),
      });
    }
    return { name, description, properties, open: members.some(({ open }) => open) };
  }

  private common(types: readonly Type[]): Type | null {
    const some = types.filter(({ kind }) => kind !== 'null');
    const [first] = some;
    if (!first) return { kind: 'null' };
    if (some.every((type) => JSON.stringify(type) === JSON.stringify(first))) return first;
    const values = some.map((type) => (type.kind === 'literal' ? type.value : null));
    if (values.every((value) => typeof value === 'string')) return this.enumOf(values);
    const names = some.map((type) => (type.kind === 'model' ? type.name : null));
    return names.every((name) => name !== null) ? this.widest([...new Set(names)]) : null;
  }

  private enumOf(values: readonly string[]): Type {
    const found = this.enums.find((one) => values.every((value) => one.values.includes(value)));
    return found ? { kind: 'enum', name: found.name } : { kind: 'string', format: null };
  }

  /** A model of the document that holds each of these; else a new one, named by what their names share. */
  private widest(names: readonly string[]): Type | null {
    const [first = ''] = names;
    const name = first.replace(/Completed|Failed|Processing/, '');
    const { description } = this.modelOf(first);
    const [one, ...others] = names.map((each) => memberNames(this.modelOf(each)));
    if (others.some((other) => other !== one)) return null;
    const flattened = this.flatten(name, description, names);
    if (!flattened) return null;
    const fits = [...this.models.values()].find((model) => holds(model, flattened));
    if (fits) return { kind: 'model', name: fits.name };
    if (this.models.has(name)) throw new Error(`A model ${name} is there already`);
    this.models.set(name, flattened);
    return { kind: 'model', name };
  }

  private modelOf(name: string): Model {
    const model = this.models.get(name);
    if (!model) throw new Error(`No model ${name}`);
    return model;
  }
}

const memberNames = ({ properties }: Model): string =>
  properties
    .map(({ name }) => name)
    .sort()
    .join();

/** True where every value of `inner` is one of `outer` as well, and the two have the same members. */
function holds(outer: Model, inner: Model): boolean {
  return (
    outer.open === inner.open &&
    outer.properties.length === inner.properties.length &&
    inner.properties.every(({ name, type, required, nullable }) => {
      const other = outer.properties.find((property) => property.name === name);
      return (
        other !== undefined &&
        JSON.stringify(other.type) === JSON.stringify(type) &&
        (required || !other.required) &&
        (other.nullable || !nullable)
      );
    })
  );
}
