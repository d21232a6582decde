// What analyses add to the API document beyond their classes: the union of their states, custom keys, and who speaks.
import type { OpenAPIObject } from '@nestjs/swagger';
import { RESERVED_METADATA } from './analysis-json.js';
import { reference } from './results/analysis-references.js';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

const STATUSES = ['processing', 'completed', 'failed'] as const;

/** @param name of the schemas of the states, e.g. `Analysis`: `CompletedAnalysis` */
function unionOf(name: string, description: string) {
  const members = STATUSES.map(
    (status) => [status, `${status.charAt(0).toUpperCase()}${status.slice(1)}${name}`] as const,
  );
  return {
    description,
    oneOf: members.map(([, member]) => reference(member)),
    discriminator: {
      propertyName: 'status',
      mapping: Object.fromEntries(members.map(([status, member]) => [status, reference(member).$ref])),
    },
  };
}

/** The events of the stream as a client reads them: the data of each event is JSON text, shown here as parsed. */
function streamSchemas(): Schemas {
  const data = { progress: 'Progress', completed: 'CompletedAnalysis', failed: 'FailedAnalysis' };
  const members = Object.entries(data).map(([event, schema]) => [event, streamName(event), schema] as const);
  const union = {
    description: 'One event of the stream; `event` is the type of its data.',
    oneOf: members.map(([, name]) => reference(name)),
    discriminator: {
      propertyName: 'event',
      mapping: Object.fromEntries(members.map(([event, name]) => [event, reference(name).$ref])),
    },
  };
  return {
    AnalysisStreamEvent: union,
    ...Object.fromEntries(members.map(([event, name, schema]) => [name, streamEvent(event, schema)])),
  };
}

/** `progress`: `ProgressStreamEvent`. */
const streamName = (event: string) => `${event.charAt(0).toUpperCase()}${event.slice(1)}StreamEvent`;

const streamEvent = (event: string, data: string) => ({
  type: 'object',
  properties: {
    id: {
      type: 'string',
      description: 'Increases from event to event; a client that reconnects sends the last one.',
      example: '453',
    },
    event: { type: 'string', enum: [event], description: 'Type of the event.', example: event },
    data: reference(data),
  },
  required: ['id', 'event', 'data'],
});

/** The requests in which a client gives custom keys. */
const SUBMISSIONS = ['SubmitUploadRequest', 'SubmitUrlRequest'];
/** The schemas in which the client's keys stand beside the service's. */
const METADATA = ['AnalysisMetadata', 'CompletedMetadata', 'FailedMetadata'];

/** The union schemas, and what decorators cannot say. @param document with the final names of its schemas */
export function addAnalysisSchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas: Schemas = {
    ...document.components?.schemas,
    Analysis: unionOf('Analysis', 'An analysis; `status` distinguishes its states.'),
    AnalysisSummary: unionOf(
      'AnalysisSummary',
      'An analysis as `view=summary` gives it; `status` distinguishes its states.',
    ),
    ...streamSchemas(),
    Speaker: {
      description: '`agent`, `customer`, or `speaker_N` if the role is unknown.',
      anyOf: [reference('TalkingParty'), { type: 'string', pattern: '^speaker_\\d+$' }],
    },
  };
  for (const name of METADATA) {
    const schema = schemas[name];
    // Of any type for the generators: in TypeScript a member of its own type must fit the type of all other members.
    if (schema && !('$ref' in schema)) schemas[name] = { ...schema, additionalProperties: true };
  }
  nameCustomMetadata(schemas);
  return { ...document, components: { ...document.components, schemas } };
}

/** Makes the custom keys a schema of their own, which names the keys that are reserved. */
function nameCustomMetadata(schemas: Schemas): void {
  for (const name of SUBMISSIONS) {
    const request = schemas[name];
    if (!request || '$ref' in request) throw new Error(`There is no schema ${name}`);
    const given = request.properties?.metadata;
    if (!given || '$ref' in given) throw new Error(`${name} has no custom metadata`);
    const { description = '', example, type: _, ...rules } = given;
    const schema = {
      description: `Your own keys and values. The names ${listOf(RESERVED_METADATA)} are reserved.`,
      type: 'object',
      ...rules,
      // JSON Schema knows it, the types of the library do not.
      propertyNames: { minLength: 1, maxLength: 40, not: { enum: [...RESERVED_METADATA] } },
    };
    schemas.CustomMetadata = schema;
    const metadata = { description, example, anyOf: [reference('CustomMetadata'), { type: 'null' }] };
    schemas[name] = { ...request, properties: { ...request.properties, metadata } };
  }
}

const listOf = (names: readonly string[]) =>
  `${names
    .slice(0, -1)
    .map((name) => `\`${name}\``)
    .join(', ')} and \`${names.at(-1)}\``;
