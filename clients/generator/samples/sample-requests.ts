// The request that each operation's sample makes, the same in each language.
import type { JsonValue, SampledDocument, SampledOperation, SampledSchema } from './sampled-document.js';

/** One request, by the names of the document. */
export interface SampleRequest {
  readonly operationId: string;
  /** Upper case. */
  readonly method: string;
  /** Below `/api/v1`, with parameters in braces. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, JsonValue>>;
  /** Those that the document requires, beside the credential and the type of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** Members of the body, a file left out. Null where the operation takes no body. */
  readonly body: Readonly<Record<string, JsonValue>> | null;
  /** The form field and the name of the recording that is sent with the body. Null where the body is the recording itself. */
  readonly file: { readonly field: string; readonly name: string } | null;
  readonly contentType: string | null;
  /** `none`, `key` (an API key will do) or `token` (only an access token). */
  readonly credential: 'none' | 'key' | 'token';
}

/** Optional members of bodies that a sample shows beside the required ones. */
const SHOWN_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  updateCurrentUser: ['phone_number', 'metadata'],
  createApiKey: ['mode', 'scopes'],
  updateSubscription: ['plan'],
  cancelSubscription: ['at_period_end'],
  createAnalysis: ['audio_file', 'webhook_url', 'metadata'],
  createAnalysisFromUrl: ['audio_url', 'webhook_url', 'metadata'],
  registerWebhook: ['webhook_events'],
  createReportLink: ['expires_in'],
  createReview: ['findings'],
  createCorrection: ['swap_roles'],
  createScorecard: ['description'],
  updateScorecard: ['description'],
  createScorecardRevision: ['pass_mark'],
  updateScorecardRevision: ['pass_mark'],
  testWebhook: ['webhook_url'],
  createBatch: ['items', 'defaults'],
  createCalibration: ['analysis_ids'],
  createEngineTrial: ['analysis_ids'],
  createErasure: ['contact_id'],
  createHold: ['analysis_ids'],
  createSource: ['bucket', 'region', 'credentials', 'naming'],
  testNewSource: ['bucket', 'region', 'credentials', 'naming'],
  updateSource: ['bucket', 'region', 'credentials', 'naming'],
  rescanSource: ['from'],
  updateMember: ['role'],
};

/** Either a pair of keys or a role: all members together would be no example. */
const SOURCE_ROLE = { role_arn: 'arn:aws:iam::123456789012:role/recordings' };

/** Members whose schema has no example of its own. */
const GIVEN_MEMBERS: Readonly<Record<string, Readonly<Record<string, JsonValue>>>> = {
  createSource: { credentials: SOURCE_ROLE },
  testNewSource: { credentials: SOURCE_ROLE },
  updateSignIn: { roles: { claim: 'groups', map: { 'qa-leads': 'analyst' }, default: 'reviewer' } },
  updateSource: { credentials: SOURCE_ROLE },
  // The document leaves the form open: it is the sender's.
  receiveTwilioCallback: {
    RecordingSid: 'RE00000000000000000000000000000000',
    RecordingUrl: 'https://api.twilio.com/2010-04-01/Accounts/AC0/Recordings/RE0',
    RecordingStatus: 'completed',
  },
};

/** Parameters of queries that a sample shows. The document has no examples for them: Swagger UI would send those. */
const SHOWN_QUERY: Readonly<Record<string, Readonly<Record<string, JsonValue>>>> = {
  listAnalyses: { status: 'completed', agent_id: 'agent-7', created_after: '2026-11-01T00:00:00Z' },
  exportTranscript: { format: 'srt' },
};

/** The schema whose example a parameter of a path takes; with the beginning of the path where others mean another thing by it. */
const PATH_EXAMPLES: Readonly<Record<string, readonly [schema: string, member: string]>> = {
  id: ['CompletedAnalysis', 'id'],
  key_id: ['ApiKey', 'id'],
  delivery_id: ['WebhookDelivery', 'id'],
  'scorecards/id': ['Scorecard', 'id'],
  revision: ['ScorecardRevision', 'revision'],
  correction_id: ['Correction', 'id'],
  link_id: ['ReviewLink', 'id'],
  source_id: ['Source', 'id'],
  'review-queue/analysis_id': ['ReviewQueueItem', 'analysis_id'],
  'samples/id': ['Sample', 'id'],
  'calibrations/id': ['Calibration', 'id'],
  'calibrations/analysis_id': ['CalibrationItem', 'analysis_id'],
  'calibrations/reviewer_id': ['Rating', 'reviewer_id'],
};

export const RECORDING = 'call.wav';
/** A body that is the recording itself, or a part of it. */
export const BYTES = 'application/offset+octet-stream';

/** The requests of all operations, in the document's order. @throws Error when the document lacks an example that one needs */
export function sampleRequests(document: SampledDocument): readonly SampleRequest[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => sampleRequest(document, method, path, operation)),
  );
}

function sampleRequest(
  document: SampledDocument,
  method: string,
  path: string,
  operation: SampledOperation,
): SampleRequest {
  const { operationId, security = [], parameters = [] } = operation;
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const pathParameters = of('path').map(({ name, schema }) => {
    const place = PATH_EXAMPLES[`${path.split('/')[1]}/${name}`] ?? PATH_EXAMPLES[name];
    const example = schema?.example ?? exampleOf(document, place, operationId);
    return [name, String(example)] as const;
  });
  const required = of('query').flatMap(({ name, required, example, schema }) =>
    required ? [[name, example ?? schema?.example ?? 'c2ln'] as const] : [],
  );
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    pathParameters: Object.fromEntries(pathParameters),
    query: { ...Object.fromEntries(required), ...SHOWN_QUERY[operationId] },
    headers: Object.fromEntries(
      of('header').flatMap(({ name, required, example, schema }) => {
        // The document keeps no example that is 0.
        const shown = example ?? schema?.example ?? schema?.minimum;
        return required && shown !== undefined ? [[name, String(shown)]] : [];
      }),
    ),
    ...bodyOf(document, operation),
    credential: credentialOf(security),
  };
}

function credentialOf(security: readonly Readonly<Record<string, unknown>>[]): SampleRequest['credential'] {
  if (security.length === 0) return 'none';
  return security.some((scheme) => 'api_key' in scheme) ? 'key' : 'token';
}

function bodyOf(
  document: SampledDocument,
  { operationId, requestBody }: SampledOperation,
): Pick<SampleRequest, 'body' | 'file' | 'contentType'> {
  const [first] = Object.entries(requestBody?.content ?? {});
  if (!first) return { body: null, file: null, contentType: null };
  const [contentType, { schema, examples }] = first;
  if (contentType === BYTES) return { body: null, file: null, contentType };
  const whole = Object.values(examples ?? {})[0]?.value;
  if (isMembers(whole)) return { body: whole, file: null, contentType };
  const { required = [], properties } = resolved(document, schema);
  if (!properties) return { body: GIVEN_MEMBERS[operationId] ?? {}, file: null, contentType };
  const shown = [...required, ...(SHOWN_MEMBERS[operationId] ?? [])];
  const members = Object.entries(properties).filter(([name]) => shown.includes(name));
  const file = members.find(([, member]) => member.format === 'binary' || 'contentMediaType' in member);
  const body = members
    .filter((member) => member !== file)
    .map(([name, member]) => {
      const example = GIVEN_MEMBERS[operationId]?.[name] ?? member.example ?? listExample(document, member);
      if (example === undefined) throw new Error(`${operationId}: the member ${name} has no example`);
      return [name, example] as const;
    });
  return { body: Object.fromEntries(body), file: file ? { field: file[0], name: RECORDING } : null, contentType };
}

/** One item, with what it must have. Undefined for what is no list of objects. */
function listExample(document: SampledDocument, { items }: SampledSchema): JsonValue | undefined {
  const { required = [], properties = {} } = items ? resolved(document, items) : {};
  const members = required.map((name) => [name, properties[name]?.example ?? null] as const);
  return members.length === 0 ? undefined : [Object.fromEntries(members)];
}

function isMembers(value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function exampleOf(
  document: SampledDocument,
  place: readonly [schema: string, member: string] | undefined,
  operationId: string,
): JsonValue {
  const example = place && document.components.schemas[place[0]]?.properties?.[place[1]]?.example;
  if (example === undefined) throw new Error(`${operationId}: no example for a parameter of its path`);
  return example;
}

function resolved(document: SampledDocument, schema: SampledSchema): SampledSchema {
  return schema.$ref ? (document.components.schemas[schema.$ref.split('/').pop() ?? ''] ?? {}) : schema;
}
