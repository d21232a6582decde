// The parts of the OpenAPI document that code samples are made from.

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

export interface SampledDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, SampledOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, SampledSchema>> };
}

export interface SampledOperation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly SampledParameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        {
          readonly schema: SampledSchema;
          readonly examples?: Readonly<Record<string, { readonly value?: JsonValue }>>;
        }
      >
    >;
  };
}

export interface SampledParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: JsonValue;
  readonly schema?: SampledSchema;
}

export interface SampledSchema {
  readonly $ref?: string;
  readonly format?: string;
  readonly example?: JsonValue;
  readonly minimum?: number;
  readonly items?: SampledSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SampledSchema>>;
}
