// The file that lists the engines of an installation. A fault names its line: a file of twenty engines is read by people.
import { readFileSync } from 'node:fs';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { z } from 'zod';
import { ENGINE_TASKS } from '../../../ports/engine-trouble.js';
import { fileFault } from '../file-fault.js';
import { PROVIDER_NEEDS, PROVIDERS } from './provider-needs.js';

const NAME = 'ENGINES_FILE';
const MAX_DOLLARS = 1_000_000;
const MICROS = 1_000_000;
const ENGINE_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

/** Rounding gives an exact number: below the maximum, a double is much finer than a millionth. */
const dollars = z
  .number('must be a number of dollars')
  .min(0, 'must be at least 0')
  .max(MAX_DOLLARS, `must be at most ${MAX_DOLLARS}`)
  .refine((value) => Math.round(value * MICROS) / MICROS === value, 'must have at most six decimals');
const text = z.string('must be text').min(1, 'must not be empty').max(2_000, 'must have at most 2000 characters');
const whole = (least: number, most: number) =>
  z
    .int(`must be a whole number from ${least} to ${most}`)
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);

const prices = z
  .strictObject({ input: dollars, output: dollars, cached: dollars.optional() }, { error: nameFault })
  .optional();
const engine = z.strictObject(
  {
    task: z.enum(ENGINE_TASKS, `must be ${ENGINE_TASKS.join(' or ')}`),
    provider: z.enum(PROVIDERS, `must be one of ${PROVIDERS.join(', ')}`),
    model: text.optional(),
    base_url: z
      .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    api_key_env: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable')
      .optional(),
    api_key_file: text.optional(),
    offered: z.boolean('must be true or false').default(false),
    diarization_model: text.nullable().optional(),
    diarization_path: text.optional(),
    price_per_minute: dollars.optional(),
    prices,
    background: z
      .strictObject({ service_tier: z.literal('flex', 'must be flex'), prices }, { error: nameFault })
      .optional(),
    concurrency: whole(1, 1024).optional(),
    timeout_seconds: whole(1, 7_200).optional(),
    patience_minutes: whole(1, 10_080).optional(),
  },
  { error: nameFault },
);
const file = z.strictObject(
  {
    engines: z.record(
      z.string().regex(ENGINE_NAME, 'a name has up to 40 of a-z, 0-9, - and _, and begins with a letter or digit'),
      engine,
      'must be an object of engines',
    ),
    default: z
      .strictObject({ transcription: text.optional(), analysis: text.optional() }, { error: nameFault })
      .default({}),
  },
  { error: nameFault },
);

export type EngineEntry = z.infer<typeof engine>;
export interface EnginesFile {
  readonly engines: ReadonlyMap<string, EngineEntry & { readonly apiKey: string | null }>;
  readonly defaults: z.infer<typeof file>['default'];
}

type Path = readonly (string | number)[];
type Given = Readonly<Record<string, string | undefined>>;

interface ReadEngines {
  /** Null without a file, and where it has a fault. */
  readonly file: EnginesFile | null;
  /** One sentence for each, which starts with the name of the variable and the line. */
  readonly faults: readonly string[];
}

/** @param given the variables that are set, as text */
export function readEnginesFile(given: Given): ReadEngines {
  const path = given[NAME];
  if (!path) return { file: null, faults: [] };
  const unreadable = fileFault(NAME, path);
  if (unreadable !== null) return { file: null, faults: [unreadable] };
  const source = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { disallowComments: true, allowTrailingComma: false });
  const [broken] = errors;
  if (root === undefined || broken !== undefined) {
    const what = broken ? sentenceOf(printParseErrorCode(broken.error)) : 'value expected';
    return { file: null, faults: [`${NAME}: line ${lineAt(source, broken?.offset ?? 0)}: is no JSON: ${what}`] };
  }
  const at = (place: Path, fault: string) =>
    `${NAME}: line ${lineAt(source, offsetOf(root, place))}: ${place.length > 0 ? `${place.join('.')}: ` : ''}${fault}`;
  const twice = namedTwice(root).map(
    ({ name, offset }) => `${NAME}: line ${lineAt(source, offset)}: ${name} is there twice`,
  );
  const parsed = file.safeParse(getNodeValue(root));
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => {
      const key = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
      const keyFault = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
      return at(
        [...issue.path.map((part) => (typeof part === 'symbol' ? '' : part)), ...key],
        keyFault ?? issue.message,
      );
    });
    return { file: null, faults: [...twice, ...faults] };
  }
  const { engines, default: defaults } = parsed.data;
  const faults = [...twice];
  const read = new Map<string, EngineEntry & { readonly apiKey: string | null }>();
  for (const [name, entry] of Object.entries(engines)) {
    for (const [member, fault] of entryFaults(entry)) faults.push(at(['engines', name, ...member], fault));
    const key = readKey(entry, given);
    if (key.fault !== null) faults.push(at(['engines', name, key.member], key.fault));
    read.set(name, { ...entry, apiKey: key.value });
  }
  for (const task of ENGINE_TASKS) {
    const fault = defaultFault(engines, task, defaults[task]);
    if (fault !== null) faults.push(at(defaults[task] === undefined ? ['default'] : ['default', task], fault));
  }
  return faults.length > 0 ? { file: null, faults } : { file: { engines: read, defaults }, faults: [] };
}

/** @returns what a provider needs and the entry lacks, or has and the provider cannot use */
function* entryFaults(entry: EngineEntry): Generator<readonly [Path, string]> {
  const { task, provider, model } = entry;
  const { tasks, address } = PROVIDER_NEEDS[provider];
  if (!tasks.includes(task)) yield [['provider'], `${provider} does no ${task}`];
  if (address !== null && model === undefined) yield [['model'], `is required with ${provider}`];
  const unused = address === null ? REMOTE_ONLY.filter((member) => entry[member] !== undefined) : [];
  for (const member of unused) yield [[member], `is not used by ${provider}, which runs on this machine`];
  for (const [member, of] of Object.entries(ONLY_OF)) {
    const isGiven = entry[member as keyof typeof ONLY_OF] !== undefined;
    if (isGiven && !of(entry)) yield [[member], `is not used by ${provider} for ${task}`];
  }
  if (entry.api_key_env !== undefined && entry.api_key_file !== undefined)
    yield [['api_key_file'], 'must not stand beside api_key_env'];
  if (provider === 'openai' && entry.diarization_path !== undefined && entry.base_url === undefined)
    yield [['diarization_path'], 'is a path of a compatible server and needs base_url'];
}

const REMOTE_ONLY = ['model', 'base_url', 'api_key_env', 'api_key_file', 'concurrency', 'timeout_seconds'] as const;
const hears = ({ task }: EngineEntry) => task === 'transcription';
const hearsByOpenAi = (entry: EngineEntry) => hears(entry) && entry.provider === 'openai';
const isModel = ({ task, provider }: EngineEntry) => task === 'analysis' && provider !== 'rules';
const ONLY_OF = {
  price_per_minute: hears,
  prices: isModel,
  background: isModel,
  diarization_model: hearsByOpenAi,
  diarization_path: hearsByOpenAi,
};

interface ReadKey {
  readonly member: 'api_key_env' | 'api_key_file';
  readonly value: string | null;
  readonly fault: string | null;
}

/** A compatible server may need no key; the others do. */
function readKey(
  { provider, base_url: baseUrl, api_key_env: variable, api_key_file: path }: EngineEntry,
  given: Given,
): ReadKey {
  const member = path === undefined ? 'api_key_env' : 'api_key_file';
  const fault = (sentence: string): ReadKey => ({ member, value: null, fault: sentence });
  if (variable !== undefined) {
    const value = given[variable]?.trim();
    return value ? { member, value, fault: null } : fault(`the variable ${variable} is not set`);
  }
  if (path !== undefined) {
    const unreadable = fileFault('', path);
    if (unreadable !== null) return fault(unreadable.replace(/^: /, ''));
    const value = readFileSync(path, 'utf8').trim();
    return value ? { member, value, fault: null } : fault(`${path} is empty`);
  }
  const { address } = PROVIDER_NEEDS[provider];
  const isOpen = address === null || (provider === 'openai' && baseUrl !== undefined);
  return isOpen ? { member, value: null, fault: null } : fault(`is required with ${provider}, or api_key_file`);
}

function defaultFault(
  engines: Readonly<Record<string, EngineEntry>>,
  task: EngineEntry['task'],
  name: string | undefined,
): string | null {
  const names = Object.keys(engines).filter((one) => engines[one]?.task === task);
  if (name === undefined) return names.length > 1 ? `must name the engine for ${task}: ${names.join(', ')}` : null;
  if (names.includes(name)) return null;
  return engines[name] === undefined ? `there is no engine ${name}` : `${name} is no engine for ${task}`;
}

function nameFault(issue: { readonly code: string; readonly input?: unknown }): string {
  if (issue.code === 'unrecognized_keys') return 'is no member of an engine that the service knows';
  return issue.input === undefined ? 'is required' : 'must be an object';
}

/** The parser keeps the last of two members of one name. */
function namedTwice(root: Node): { readonly name: string; readonly offset: number }[] {
  const seen = new Set<string>();
  return (findNodeAtLocation(root, ['engines'])?.children ?? []).flatMap(({ children, offset }) => {
    const name = String(children?.[0]?.value);
    if (seen.has(name)) return [{ name, offset }];
    seen.add(name);
    return [];
  });
}

/** Place of the member itself, else of what should hold it. */
function offsetOf(root: Node, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, [...path.slice(0, length)]);
    if (node) return node.parent?.type === 'property' ? node.parent.offset : node.offset;
  }
  return root.offset;
}

const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length;

/** @param code as `CommaExpected` */
const sentenceOf = (code: string) => code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
