// What scorecards add to the API document beyond their classes: the union of the judges, and the form as clients receive it.
import type { OpenAPIObject } from '@nestjs/swagger';
import { reference } from '../../calls/results/analysis-references.js';
import { JUDGE_REQUESTS } from './form.requests.js';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

const SUFFIX = 'Request';
const JUDGES = Object.entries(JUDGE_REQUESTS).map(([kind, { name }]) => [kind, name] as const);

/** The schemas of which a form consists in a request. In an answer every member is there, and none has a default. */
const FORM_PARTS = [
  'FormSectionRequest',
  'FormQuestionRequest',
  'FormAnswerRequest',
  'QuoteWindowRequest',
  'QuestionConditionRequest',
  'MetricBandRequest',
  ...JUDGES.map(([, name]) => name),
];

/** @param document with the final names of its schemas */
export function addScorecardSchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas: Schemas = { ...document.components?.schemas };
  schemas.QuestionJudgeRequest = unionOfJudges((name) => name);
  schemas.QuestionJudge = unionOfJudges(answered);
  for (const name of FORM_PARTS) schemas[answered(name)] = completeOf(schemas, name);
  return { ...document, components: { ...document.components, schemas } };
}

/** `FormSectionRequest` is `FormSection` in an answer. */
const answered = (name: string) => name.slice(0, -SUFFIX.length);

function unionOfJudges(nameOf: (name: string) => string) {
  const members = JUDGES.map(([kind, name]) => [kind, reference(nameOf(name))] as const);
  return {
    description: 'How a question is answered; see `kind`.',
    oneOf: members.map(([, schema]) => schema),
    discriminator: {
      propertyName: 'kind',
      mapping: Object.fromEntries(members.map(([kind, { $ref }]) => [kind, $ref])),
    },
  };
}

function completeOf(schemas: Schemas, name: string) {
  const schema = schemas[name];
  if (!schema || '$ref' in schema) throw new Error(`There is no schema ${name}`);
  const parts = [...FORM_PARTS, 'QuestionJudgeRequest'].map((part) => reference(part).$ref);
  const properties: typeof schema.properties = JSON.parse(JSON.stringify(schema.properties), (key, value) => {
    if (key === '$ref' && parts.includes(value)) return answered(value);
    if (typeof value !== 'object' || value === null || key === 'example') return value;
    const { default: _, ...others } = value;
    return Array.isArray(value) ? value : others;
  });
  return { ...schema, properties, required: Object.keys(properties ?? {}) };
}
