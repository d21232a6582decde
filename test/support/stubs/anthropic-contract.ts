// Finds requests that Anthropic's Messages API would refuse, so that no test passes with a request that fails in production.
// Sources: platform.claude.com/docs/en/api/messages, /api/versioning, /api/migration-2026-10-21, /api/errors,
// /build-with-claude/structured-outputs and /build-with-claude/prompt-caching, as stored in November 2026, and the types of the
// package @anthropic-ai/sdk 1.14.0 (24 November 2026), which are generated from the provider's own description. Parameters that
// the service does not send are refused too: before it sends a new one, look it up and add it here.
// Not checked, for no live call was made: the words of each message, which models take `output_config.format` and a forced tool,
// the smallest prefix that is cached, and the largest grammar that is compiled.
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

export interface MessagesRequest {
  readonly headers: IncomingHttpHeaders;
  readonly json: unknown;
  readonly sizeBytes: number;
}

export interface MessagesFault {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const MAX_CACHE_MARKS = 4;
const VERSIONS = ['2023-06-01', '2026-10-21'];

const cacheControl = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() });
const textBlock = z.strictObject({
  type: z.literal('text'),
  text: z.string().regex(/\S/, 'text content blocks must contain non-whitespace text'),
  cache_control: cacheControl.nullish(),
});
const content = z.union([z.string().regex(/\S/, 'messages must have non-empty content'), z.array(textBlock).min(1)]);

interface JsonSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** Keywords that the page on structured outputs lists as not supported. */
const UNSUPPORTED = ['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'maxItems', 'oneOf', 'not', 'if'];

function schemaFaults(schema: JsonSchema, path: string): string[] {
  const faults = UNSUPPORTED.filter((word) => word in schema).map((word) => `${path}: '${word}' is not supported`);
  if (schema.type === 'object' && schema.additionalProperties !== false)
    faults.push(`${path}: For 'object' type, 'additionalProperties' must be explicitly set to false`);
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  return [...faults, ...parts.flatMap((part) => schemaFaults(part, path))];
}

const formatSchema = z.looseObject({ type: z.literal('object') }).superRefine((schema, { addIssue }) => {
  for (const fault of schemaFaults(schema, 'output_config.format.schema')) addIssue(fault);
});

const tool = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  cache_control: cacheControl.nullish(),
});

const body = z
  .strictObject({
    model: z.string().min(1),
    max_tokens: z.int().min(0),
    system: z.union([z.string(), z.array(textBlock)]).optional(),
    messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content })).min(1),
    output_config: z
      .strictObject({ format: z.strictObject({ type: z.literal('json_schema'), schema: formatSchema }).nullish() })
      .optional(),
    tools: z.array(tool).optional(),
    tool_choice: z
      .strictObject({ type: z.literal('tool'), name: z.string(), disable_parallel_tool_use: z.boolean().optional() })
      .optional(),
  })
  .superRefine(({ messages, tools, tool_choice: choice }, { addIssue }) => {
    if (messages[0]?.role !== 'user') addIssue('messages: first message must use the "user" role');
    if (messages.at(-1)?.role !== 'user') addIssue('This model does not support assistant message prefill.');
    if (choice && !tools?.length) addIssue('tool_choice may only be specified while providing tools');
    else if (choice && !tools?.some(({ name }) => name === choice.name))
      addIssue(`tool_choice: Tool '${choice.name}' not found in provided tools`);
  });

/** @returns the reason for which Anthropic would refuse POST /v1/messages; null when it would take it */
export function faultOfMessages({ headers, json, sizeBytes }: MessagesRequest): MessagesFault | null {
  const invalid = (message: string) => ({ status: 400, type: 'invalid_request_error', message });
  if (!/^Bearer \S/.test(headers.authorization ?? '') && !headers['x-api-key'])
    return { status: 401, type: 'authentication_error', message: 'x-api-key header is required' };
  if (headers['anthropic-version'] === undefined) return invalid('anthropic-version: header is required');
  if (!VERSIONS.includes(String(headers['anthropic-version'])))
    return invalid(`anthropic-version: "${String(headers['anthropic-version'])}" is not a valid version`);
  if (sizeBytes > MAX_BODY_BYTES)
    return { status: 413, type: 'request_too_large', message: 'Request exceeds the maximum size' };
  const parsed = body.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return invalid(`${[...(issue?.path ?? []), ''].join('.').slice(0, -1)}: ${issue?.message}`);
  }
  const marks = JSON.stringify(json).split('"cache_control":{').length - 1;
  if (marks > MAX_CACHE_MARKS)
    return invalid(`A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`);
  return null;
}
