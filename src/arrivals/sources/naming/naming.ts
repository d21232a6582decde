// Reads details of a call from the key of a stored recording, its metadata or its sidecar file. Pure: the caller reads the files.
import { createHash } from 'node:crypto';
import { readJsonPath, valueAt } from './json-path.js';
import { UTC } from './local-time.js';
import { matchName, readPattern } from './name-pattern.js';
import { bodyOf, missingFields } from './named-fields.js';
import type { SimpleNaming } from './naming-forms.js';
import { type Naming, presetOf, simpleNamings } from './presets.js';

export interface NamedObject {
  readonly bucket: string;
  readonly key: string;
  /** Beginning of every key of the source; empty for none. */
  readonly prefix: string;
  /** User metadata of the object. Names may be in any case. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Parsed sidecar file; null or undefined for none. */
  readonly sidecar: unknown;
}

const MAX_EXTERNAL_ID_CHARACTERS = 255;
const METADATA_HEADER = 'x-amz-meta-';

/** `beside`: a sidecar file, or no recording at all. It never becomes a call. */
export function roleOf(naming: Naming, key: string): 'recording' | 'beside' {
  if (key.endsWith('/')) return 'beside';
  if (presetOf(naming)?.isRecording?.(key) === false) return 'beside';
  return simpleNamings(naming).some((one) => 'sidecar' in one && key.endsWith(one.sidecar)) ? 'beside' : 'recording';
}

/** Keys of the file beside, the likeliest first; empty where the naming needs none. */
export function sidecarKeysOf(naming: Naming, key: string): readonly string[] {
  const stem = key.slice(0, stemEnd(key));
  return simpleNamings(naming).flatMap((one) =>
    'sidecar' in one ? [...new Set([`${stem}${one.sidecar}`, `${key}${one.sidecar}`])] : [],
  );
}

/**
 * Builds the body of `POST /analysis/from-url` for the object, without `audio_url` and unchecked. Its `external_id` is {@link
 * externalIdOf} the object where the naming gives none.
 * @param defaults members of the body that the naming does not give; the keys of `metadata` are merged one by one
 * @returns the body, or the required fields that are missing
 */
export function readName(
  naming: Naming,
  defaults: Record<string, unknown>,
  object: NamedObject,
): { body: Record<string, unknown> } | { missing: readonly string[] } {
  const { folders = {}, constants = {} } = presetOf(naming) ?? {};
  const named: Record<string, unknown> = {};
  // The first naming that gives a member wins.
  for (const one of simpleNamings(naming).toReversed()) Object.assign(named, read(one, object));
  Object.assign(
    named,
    bodyOf(
      valuesBy(folders, (start) => behind(start, object.key)),
      UTC,
    ),
  );
  const metadata = { ...recordOf(defaults.metadata), ...recordOf(named.metadata) };
  const body: Record<string, unknown> = {
    ...constants,
    ...withoutNulls(defaults),
    ...named,
    external_id: named.external_id ?? externalIdOf(object),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
  const missing = missingFields(body);
  return missing.length > 0 ? { missing } : { body };
}

/** `BUCKET/KEY`, or its SHA-256 in hex where that is longer than 255 characters. */
export function externalIdOf({ bucket, key }: Pick<NamedObject, 'bucket' | 'key'>): string {
  const name = `${bucket}/${key}`;
  return [...name].length <= MAX_EXTERNAL_ID_CHARACTERS ? name : createHash('sha256').update(name).digest('hex');
}

function read(naming: SimpleNaming, object: NamedObject): Record<string, unknown> {
  const zone = naming.time_zone ?? UTC;
  if ('pattern' in naming) {
    const pattern = readPattern(naming.pattern);
    const path = object.key.startsWith(object.prefix) ? object.key.slice(object.prefix.length) : object.key;
    const values = typeof pattern === 'string' ? null : matchName(pattern, path, zone);
    return bodyOf(values ?? new Map(), zone);
  }
  if ('sidecar' in naming)
    return bodyOf(
      valuesBy(naming.map, (source) => {
        const path = readJsonPath(source);
        return typeof path === 'string' ? undefined : valueAt(path, object.sidecar);
      }),
      zone,
    );
  const metadata = new Map(Object.entries(object.metadata).map(([name, value]) => [metadataName(name), value]));
  return bodyOf(
    valuesBy(naming.object_metadata, (name) => metadata.get(metadataName(name))),
    zone,
  );
}

const valuesBy = (map: Readonly<Record<string, string>>, readValue: (source: string) => unknown) =>
  new Map(Object.entries(map).map(([field, source]) => [field, readValue(source)]));

function metadataName(name: string): string {
  const lower = name.toLowerCase();
  return lower.startsWith(METADATA_HEADER) ? lower.slice(METADATA_HEADER.length) : lower;
}

/** End of the key without its extension. A dot in a folder name does not count. */
function stemEnd(key: string): number {
  const dot = key.lastIndexOf('.');
  return dot > key.lastIndexOf('/') + 1 ? dot : key.length;
}

/** The rest of the name of the first folder that begins so. */
const behind = (start: string, key: string) =>
  key
    .split('/')
    .find((folder) => folder.startsWith(start))
    ?.slice(start.length);

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

const withoutNulls = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
