// Finds requests that OpenAI would refuse, so that no test passes with a request that fails in production.
// Source: github.com/openai/openai-openapi (2.3.0), with the rules that it gives per model in prose only. Parameters that the
// service does not send are refused too: before the service sends a new one, look it up and add it here.
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

export interface SentRequest {
  readonly headers: IncomingHttpHeaders;
  /** All values of each form field by its name (without `[]`). */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly file: { readonly field: string; readonly name: string } | null;
  readonly json: unknown;
  /** Size of the body. */
  readonly sizeBytes: number;
}

export interface ContractFault {
  readonly status: number;
  readonly message: string;
}

const MAX_BODY_BYTES = 26_214_400;
const FILE_ENDINGS = /\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|oga|wav|webm)$/i;
/** OpenAI's own models with the formats that each supports; models of compatible servers may support any format. */
const OWN_MODELS: readonly { readonly name: RegExp; readonly formats: readonly string[] }[] = [
  { name: /^whisper-1$/, formats: ['json', 'text', 'srt', 'verbose_json', 'vtt'] },
  { name: /^gpt-.*diarize/, formats: ['json', 'text', 'diarized_json'] },
  { name: /^gpt-/, formats: ['json', 'text'] },
];

const LOGPROB_MODELS = /^gpt-4o-(?:transcribe|mini-transcribe(?:-2025-12-15)?)$/;

const single = <T extends z.ZodType>(shape: T) => z.tuple([shape]);
const transcriptionForm = z
  .strictObject({
    model: single(z.string().min(1)),
    response_format: single(z.enum(['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'])).default(['json']),
    language: single(z.string().min(1)).optional(),
    timestamp_granularities: z.array(z.enum(['word', 'segment'])).optional(),
    include: z.array(z.literal('logprobs')).optional(),
    chunking_strategy: single(z.literal('auto')).optional(),
    known_speaker_names: z.array(z.string().min(1)).max(4).default([]),
    known_speaker_references: z
      .array(z.string().regex(/^data:audio\/[\w.+-]+;base64,/))
      .max(4)
      .default([]),
  })
  .superRefine((form, { addIssue }) => {
    const [model] = form.model;
    const [format] = form.response_format;
    const formats = OWN_MODELS.find(({ name }) => name.test(model))?.formats;
    if (formats && !formats.includes(format)) addIssue(`response_format '${format}' is not compatible with '${model}'`);
    if (form.timestamp_granularities && format !== 'verbose_json')
      addIssue("timestamp_granularities needs response_format 'verbose_json'");
    if (form.include && !LOGPROB_MODELS.test(model)) addIssue(`include: not supported with '${model}'`);
    const diarizes = model.includes('diarize');
    if (diarizes !== (form.chunking_strategy !== undefined)) addIssue('chunking_strategy: for diarization, and always');
    if (!diarizes && form.known_speaker_names.length > 0) addIssue('known speakers need a diarization model');
    if (form.known_speaker_names.length !== form.known_speaker_references.length)
      addIssue('known_speaker_references: names and references must pair up');
  });

/** An endpoint of speaches and LocalAI. OpenAI has none. */
const diarizationForm = z.strictObject({
  model: single(z.string().min(1)).optional(),
  response_format: single(z.literal('json')),
});

const jsonSchemaFormat = z.strictObject({
  name: z.string().regex(/^[\w-]{1,64}$/),
  strict: z.literal(true).optional(),
  schema: z.unknown().superRefine((schema, { addIssue }) => {
    for (const fault of strictModeFaults(schema)) addIssue(fault);
  }),
});

const text = z.string().min(1);
const functionType = z.literal('function');
const tool = z.strictObject({
  name: z.string().regex(/^[\w-]{1,64}$/),
  description: z.string().optional(),
  strict: z.boolean().optional(),
  parameters: jsonSchemaFormat.shape.schema,
});
/** A choice needs the tools that it is among. */
const chosenAmongTools = (body: { tools?: unknown; tool_choice?: unknown }) =>
  body.tool_choice === undefined || body.tools !== undefined;
const message = z.strictObject({ role: z.enum(['user', 'system', 'developer']), content: z.string() });
const serviceTier = z.enum(['auto', 'default', 'flex', 'priority']);

const responsesBody = z
  .strictObject({
    model: text,
    instructions: z.string(),
    input: z.array(message).min(1),
    text: z
      .strictObject({
        format: z.discriminatedUnion('type', [
          jsonSchemaFormat.extend({ type: z.literal('json_schema') }),
          z.strictObject({ type: z.literal('json_object') }),
        ]),
      })
      .optional(),
    tools: z.array(tool.extend({ type: functionType })).optional(),
    tool_choice: z.strictObject({ type: functionType, name: text }).optional(),
    max_output_tokens: z.int().min(16),
    store: z.boolean().optional(),
    prompt_cache_key: z.string().max(64).optional(),
    service_tier: serviceTier.optional(),
  })
  .refine(chosenAmongTools, 'tool_choice is only allowed when tools are specified');

const chatBody = z
  .strictObject({
    model: text,
    messages: z.array(message).min(1),
    response_format: z
      .discriminatedUnion('type', [
        z.strictObject({ type: z.literal('json_schema'), json_schema: jsonSchemaFormat }),
        z.strictObject({ type: z.literal('json_object') }),
      ])
      .optional(),
    tools: z.array(z.strictObject({ type: functionType, function: tool })).optional(),
    tool_choice: z.strictObject({ type: functionType, function: z.strictObject({ name: text }) }).optional(),
    max_tokens: z.int().min(1).optional(),
    max_completion_tokens: z.int().min(1).optional(),
    temperature: z.number().min(0).max(2).optional(),
    service_tier: serviceTier.optional(),
  })
  .refine(chosenAmongTools, 'tool_choice is only allowed when tools are specified')
  .refine(
    (body) => body.max_tokens === undefined || body.max_completion_tokens === undefined,
    'Setting max_tokens and max_completion_tokens at the same time is not supported.',
  )
  .refine(
    ({ response_format: format, messages }) =>
      format?.type !== 'json_object' || messages.some(({ content }) => /json/i.test(content)),
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
  );

/** @returns the reason for which OpenAI would refuse the request; null when it would take it */
export function faultOfOpenAiRequest(
  path: string,
  { fields, file, json, headers, sizeBytes }: SentRequest,
): ContractFault | null {
  if (!/^Bearer \S/.test(headers.authorization ?? ''))
    return { status: 401, message: 'You did not provide an API key' };
  switch (path) {
    case '/audio/transcriptions':
      if (sizeBytes > MAX_BODY_BYTES) return { status: 413, message: `Maximum content size limit exceeded` };
      return faultOfFile(file) ?? faultOf(transcriptionForm, fields);
    case '/audio/diarization':
      return faultOfFile(file) ?? faultOf(diarizationForm, fields);
    case '/responses':
      return faultOf(responsesBody, json);
    case '/chat/completions':
      return faultOf(chatBody, json);
    default:
      return null;
  }
}

function faultOfFile(file: SentRequest['file']): ContractFault | null {
  if (file?.field !== 'file') return { status: 400, message: "Missing required parameter: 'file'" };
  return FILE_ENDINGS.test(file.name) ? null : { status: 400, message: `Unsupported file format ${file.name}` };
}

function faultOf(shape: z.ZodType, given: unknown): ContractFault | null {
  const parsed = shape.safeParse(given);
  return parsed.success ? null : { status: 400, message: z.prettifyError(parsed.error) };
}

interface JsonSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

const OUTSIDE_STRICT_MODE = ['allOf', 'oneOf', 'not', 'if', 'patternProperties', 'prefixItems'];

/** Checks that a schema is in the subset of JSON Schema for strict mode: all properties required, no others allowed. */
function strictModeFaults(schema: unknown, path = '$', depth = 1): string[] {
  if (!isJsonSchema(schema)) return [`${path}: no schema`];
  const faults = OUTSIDE_STRICT_MODE.filter((word) => word in schema).map((word) => `${path}: ${word}`);
  if (depth > 10) faults.push(`${path}: nested deeper than 10 levels`);
  if (depth === 1 && schema.type !== 'object') faults.push('$: the root must be an object');
  if (schema.type === 'object' || schema.properties) {
    if (schema.additionalProperties !== false) faults.push(`${path}: additionalProperties must be false`);
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      if (!schema.required?.includes(name)) faults.push(`${path}.${name}: must be required`);
      faults.push(...strictModeFaults(part, `${path}.${name}`, depth + 1));
    }
  }
  if (schema.items) faults.push(...strictModeFaults(schema.items, `${path}[]`, depth + 1));
  for (const part of schema.anyOf ?? []) faults.push(...strictModeFaults(part, `${path}|`, depth));
  return faults;
}

function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
