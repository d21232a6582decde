// What the printers know of the API: models, enums, unions and operations, free of OpenAPI's spellings.
import type { Waiting } from './names.js';

export type Type =
  /** `format` as in the document: `date-time`, `uuid`, `uri` and others; null without one. */
  | { readonly kind: 'string'; readonly format: string | null }
  /** Whole, of up to 53 bits. `only`: the one value there is; undefined without one. */
  | { readonly kind: 'integer'; readonly only?: number }
  | { readonly kind: 'number' }
  | { readonly kind: 'boolean' }
  /** A string, a number or a boolean. */
  | { readonly kind: 'any' }
  /** Whatever JSON can hold. */
  | { readonly kind: 'json' }
  /** One of several models, which no member tells apart. */
  | { readonly kind: 'choice'; readonly models: readonly string[] }
  /** A value of one of several kinds, of which one is an object without a name. */
  | { readonly kind: 'either'; readonly of: readonly Type[] }
  | { readonly kind: 'literal'; readonly value: string | boolean }
  /** Always null. */
  | { readonly kind: 'null' }
  /** `only`: those of its values that are possible; undefined where all are. */
  | { readonly kind: 'enum'; readonly name: string; readonly only?: readonly string[] }
  | { readonly kind: 'model'; readonly name: string }
  | { readonly kind: 'union'; readonly name: string }
  | { readonly kind: 'list'; readonly of: Type }
  /** `members`: the keys that are always there, of an object without a name in the document; else any key may be there. */
  | { readonly kind: 'map'; readonly of: Type; readonly nullable?: boolean; readonly members?: readonly Property[] };

export interface Property {
  /** On the wire. */
  readonly name: string;
  readonly type: Type;
  /** Always there. */
  readonly required: boolean;
  /** May be null. */
  readonly nullable: boolean;
  readonly description: string;
  /** Undefined without one. */
  readonly example: unknown;
  /** What the service takes where the caller gives nothing; undefined without one. */
  readonly default: unknown;
}

export interface Model {
  readonly name: string;
  readonly description: string;
  readonly properties: readonly Property[];
  /** Carries members beside its properties: the caller's own. */
  readonly open: boolean;
}

/** New values may come with a newer service. */
export interface Enum {
  readonly name: string;
  readonly description: string;
  readonly values: readonly string[];
}

/** One of several models; the value of one property tells which. */
export interface Union {
  readonly name: string;
  readonly description: string;
  readonly discriminator: string;
  readonly variants: readonly { readonly value: string; readonly model: string }[];
  /** One model that holds every variant, for languages without narrowing; null where the variants have too little in common. */
  readonly flattened: Model | null;
}

export interface ListForm {
  /** The member that holds the items. */
  readonly itemsIn: 'items' | 'data';
  /** The parameter that says how many to leave out. */
  readonly skipBy: 'skip' | 'offset';
  /** The most that a page may hold; null where the document does not say. */
  readonly maxPageItems: number | null;
  readonly item: Type;
}

export type Result =
  /** `orNone`: null where the service answers with 204. */
  | { readonly kind: 'json'; readonly type: Type; readonly orNone: boolean }
  /** A string, of whatever content type. */
  | { readonly kind: 'text' }
  /** Answers with 204 alone. */
  | { readonly kind: 'nothing' }
  /** The pages of a list; `item` is what an iterator yields. */
  | { readonly kind: 'list'; readonly form: ListForm };

export interface Operation {
  /** `operationId` of the document. */
  readonly id: string;
  /** In camel case: `apiKeys`. */
  readonly resource: string;
  /** In camel case: `createReportLink`. */
  readonly method: string;
  readonly httpMethod: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, with parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly pathParameters: readonly Property[];
  /** Those that the caller may give: without those in `fixedQuery`, and without `limit`, `skip` and `offset` of a list. */
  readonly queryParameters: readonly Property[];
  /** Sent with every call. */
  readonly fixedQuery: Readonly<Record<string, string>>;
  /** The members of the JSON body; null without one. */
  readonly body: readonly Property[] | null;
  readonly result: Result;
  /** The credential: none, an access token alone, or an access token or API key. */
  readonly credential: 'none' | 'token' | 'any';
  /** Arguments for a sample, by their wire names: what the operation requires, or else one thing that it takes. */
  readonly sampleArguments: Readonly<Record<string, unknown>>;
  /** Every library writes this one by hand: parameters and results are still generated. */
  readonly byHand: boolean;
  /** A method beside it that asks again until the status is another one; null without one. */
  readonly waits: Waiting | null;
}

/** True where parameters of the query stand beside a body: a caller gives them together, and each goes to its place. */
export const isSplit = ({ queryParameters, body }: Operation): boolean => queryParameters.length > 0 && body !== null;

export interface Api {
  /** Of the document. */
  readonly version: string;
  readonly enums: readonly Enum[];
  readonly models: ReadonlyMap<string, Model>;
  readonly unions: readonly Union[];
  /** In the document's order; several of one resource stand together. */
  readonly operations: readonly Operation[];
  /** The fields of a submission, without those that name the recording (`audio_file`, `audio_url`). */
  readonly submission: Model;
}

/** A file that the generator writes; `path` is relative to the top of the repository. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Prints one call of the operation on a `client` that is made already, as few lines of the language. */
export type SamplePrinter = (operation: Operation, api: Api) => string;
