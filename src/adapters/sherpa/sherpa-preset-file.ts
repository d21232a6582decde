// A preset of the operator's own, in a JSON file: its models, and the size and hash that each download must have.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { fileFault } from '../../platform/config/file-fault.js';
import type { ModelPart, ReleasedFiles, SherpaPreset } from './sherpa-presets.js';
import { PINNED_PARTS, SPEAKER_EMBEDDING, SPEAKER_SEGMENTATION, TRANSDUCER } from './sherpa-presets.js';

const ARCHIVE = /\.tar\.bz2$/;
const EITHER = ['model.int8.onnx', 'model.onnx'];

/** The usual names of the files in an archive of each kind, and the folder of a part that recognises no words. */
const KINDS: Readonly<
  Record<ReleasedFiles['kind'], { readonly files: ReleasedFiles; readonly folder: string | null }>
> = {
  'nemo-ctc': { files: { kind: 'nemo-ctc', model: EITHER, tokens: ['tokens.txt'] }, folder: null },
  'nemo-transducer': { files: TRANSDUCER, folder: null },
  'speaker-segmentation': {
    files: { kind: 'speaker-segmentation', model: EITHER },
    folder: SPEAKER_SEGMENTATION.name,
  },
  'speaker-embedding': { files: { kind: 'speaker-embedding', model: EITHER }, folder: SPEAKER_EMBEDDING.name },
};
const KIND_NAMES = Object.keys(KINDS) as ReleasedFiles['kind'][];

/** A member that is missing has another fault than one of the wrong type. */
const says = (sentence: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'is required' : sentence),
});
const text = z.string(says('must be text')).min(1, 'must not be empty').max(500, 'must have at most 500 characters');
const fileName = z
  .string(says('must be text'))
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be the name of a file, without a folder');

const partShape = z.strictObject(
  {
    kind: z.enum(KIND_NAMES, says(`must be one of ${KIND_NAMES.join(', ')}`)),
    address: z.string(says('must be text')).superRefine((address, context) => {
      const fault = addressFault(address);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    }),
    bytes: z.int(says('must be a whole number of bytes')).min(1, 'must be at least 1'),
    sha256: z.string(says('must be text')).regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case'),
    languages: z
      .array(z.string().regex(/^[a-z]{2}$/, 'must be two letters, as in en'), says('must be a list of languages'))
      .min(1, 'must name a language')
      .optional(),
    files: z.record(z.string(), fileName, says('must be an object')).optional(),
    description: text.default('a model of your own'),
    licence: text.default('Its publisher states the licence.'),
  },
  { error: nameFault },
);
const presetShape = z.strictObject(
  {
    name: z
      .string(says('must be text'))
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'has up to 40 of a-z, 0-9 and -, and begins with a letter or digit')
      .refine((name) => !PINNED_PARTS.has(name), 'is the name of a preset or model of the service'),
    parts: z.array(partShape, says('must be a list of models')).min(1, 'must hold a model that recognises words'),
  },
  { error: nameFault },
);

/** @throws Error with one line for each fault, which names the member */
export function readPresetFile(path: string): SherpaPreset {
  const unreadable = fileFault('--preset', path);
  if (unreadable !== null) throw new Error(unreadable);
  const parsed = presetShape.safeParse(parse(path));
  const faults = parsed.success
    ? [...partsFaults(parsed.data.parts)]
    : parsed.error.issues.map(({ path: place, message, ...issue }) => {
        const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
        return [[...place, ...unknown], message] as const;
      });
  if (!parsed.success || faults.length > 0) {
    throw new Error(faults.map(([place, fault]) => `${path}: ${placeOf(place)}${fault}`).join('\n'));
  }
  const { name, parts } = parsed.data;
  const [first, ...others] = parts.map((part): ModelPart => partOf(name, part));
  return { name, description: '', accuracy: '', parts: [first as ModelPart, ...others] };
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new Error(`${path}: is no JSON`, { cause });
  }
}

type Part = z.infer<typeof partShape>;
type Fault = readonly [place: readonly PropertyKey[], fault: string];

function* partsFaults(parts: readonly Part[]): Generator<Fault> {
  const seen = new Set<string>();
  for (const [index, { kind, address, languages, files = {} }] of parts.entries()) {
    const at = (member: string) => ['parts', index, member];
    const recognises = KINDS[kind].folder === null;
    if (recognises !== (index === 0))
      yield [at('kind'), recognises ? 'the first part alone recognises words' : 'the first part must recognise words'];
    if (seen.has(kind)) yield [at('kind'), `there is another ${kind}`];
    seen.add(kind);
    if (recognises && languages === undefined) yield [at('languages'), 'is required where words are recognised'];
    if (!recognises && languages !== undefined) yield [at('languages'), `is not used by ${kind}`];
    if (recognises && !ARCHIVE.test(fileOf(address)))
      yield [at('address'), 'must lead to a .tar.bz2: a recogniser has several files'];
    for (const file of Object.keys(files))
      if (file === 'kind' || !(file in KINDS[kind].files)) yield [[...at('files'), file], `${kind} has no such file`];
  }
}

function partOf(preset: string, { kind, files = {}, languages = [], ...given }: Part): ModelPart {
  const { files: usual, folder } = KINDS[kind];
  const file = fileOf(given.address);
  // A model that comes by itself keeps its name.
  const alone = ARCHIVE.test(file) ? {} : { model: [file] };
  const named = Object.fromEntries(Object.entries(files).map(([member, name]) => [member, [name]]));
  return { ...given, name: folder ?? preset, release: '', file, languages, files: { ...usual, ...alone, ...named } };
}

const fileOf = (address: string) => new URL(address).pathname.split('/').at(-1) ?? '';

/**
 * The hash would catch another file that came over http. But such an address tells everyone on the way what is installed, and a
 * file with one is seldom meant: a mirror in the own network is named by the one who runs the command, with `--from`.
 */
function addressFault(address: string): string | null {
  if (!URL.canParse(address)) return 'must be an https address';
  const { protocol, hostname, username, password } = new URL(address);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    return 'must be an https address; a mirror by http is named by --from';
  if (username !== '' || password !== '') return 'must hold no user name and no password';
  return /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\.tar\.bz2|\.onnx)$/.test(fileOf(address))
    ? null
    : 'must end in the name of a .tar.bz2 or .onnx file';
}

function nameFault(issue: { readonly code: string; readonly input?: unknown }): string {
  if (issue.code === 'unrecognized_keys') return 'is no member of a preset';
  return issue.input === undefined ? 'is required' : 'must be an object';
}

/** @returns e.g. `parts[1].sha256: ` */
function placeOf(place: readonly PropertyKey[]): string {
  const path = place.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return path === '' ? '' : `${path.slice(1)}: `;
}
