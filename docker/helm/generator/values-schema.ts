// The schema of values.yaml, so that Helm refuses a misspelled value and a setting that the service does not read.
import { VARIABLE_NOTES } from '../../../src/platform/config/variable-notes.js';
import { VARIABLES } from '../../../src/platform/config/variables.js';

type Schema = Readonly<Record<string, unknown>>;

/** Mappings that Kubernetes or PgBouncer reads, not the chart. */
const OPEN = ['resources', 'nodeSelector', 'ingress.annotations', 'pgbouncer.settings'];
/** Settings that the chart itself decides. */
const DECIDED = ['NODE_ENV', 'PROCESS', 'PORT', 'HOST', 'DATA_DIR'];
/** Settings with passwords and keys in them. */
const SECRET = /^(DATABASE|REDIS|SMTP)_(\w+_)?URL$|(_SECRET|_KEY|_KEY_ID|_TOKEN|_HEADERS)$/;
/** Variables that libraries read: Node, the AWS SDK, and OpenAI's. */
const OF_LIBRARIES =
  '^(NODE_\\w+|AWS_(REGION|ROLE|WEB_IDENTITY|STS|EC2|CONTAINER|CA)\\w*|OPENAI_(ORG|PROJECT)\\w+|TZ)$';
const SECRETS_OF_LIBRARIES = '^AWS_SESSION_TOKEN$';

const settings = Object.entries(VARIABLES.shape).flatMap(([name, variable]) =>
  DECIDED.includes(name) ? [] : [{ name, meaning: VARIABLE_NOTES.get(variable)?.meaning ?? '' }],
);

/** @returns JSON, with each innermost object on one line */
export function valuesSchema(values: object): string {
  const schema = { $schema: 'http://json-schema.org/draft-07/schema#', ...schemaOf('', values) };
  return JSON.stringify(schema, null, 2).replace(/\{[^{}]*\}/g, (one) => one.replace(/\s+/g, ' '));
}

/** @param path dotted; a path, or its last part, opens a mapping */
function schemaOf(path: string, value: unknown): Schema {
  const last = path.slice(path.lastIndexOf('.') + 1);
  if (path === 'settings')
    return settingsSchema((name) => !SECRET.test(name), ['string', 'number', 'boolean'], OF_LIBRARIES);
  if (path === 'secrets') return settingsSchema(() => true, ['string'], SECRETS_OF_LIBRARIES);
  if (OPEN.includes(path) || OPEN.includes(last)) return { type: 'object' };
  if (Array.isArray(value)) return { type: 'array' };
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([name, part]) => [name, schemaOf(path ? `${path}.${name}` : name, part)]);
    // Helm hands `global` to a chart that another one includes.
    const properties = { ...Object.fromEntries(parts), ...(path === '' && { global: { type: 'object' } }) };
    return { type: 'object', additionalProperties: false, properties };
  }
  if (typeof value === 'number') return { type: 'integer' };
  // `--set` makes a number of digits.
  return { type: typeof value === 'string' && /^\d+$/.test(value) ? ['string', 'integer'] : typeof value };
}

function settingsSchema(isTaken: (name: string) => boolean, type: readonly string[], ofLibraries: string): Schema {
  const taken = settings
    .filter(({ name }) => isTaken(name))
    .map(({ name, meaning }) => [name, { type, description: meaning }]);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(taken),
    patternProperties: { [ofLibraries]: { type } },
    ...(type.includes('number') && { required: ['METRICS_PORT', 'PUBLIC_URL'] }),
  };
}
