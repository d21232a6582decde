// The forms of `naming`, as clients write them.

export const NAMING_PRESETS = ['amazon_connect', 'genesys'] as const;
export type NamingPreset = (typeof NAMING_PRESETS)[number];

export type SimpleNaming = PatternNaming | SidecarNaming | MetadataNaming;
export type Naming = SimpleNaming | PresetNaming;

export interface PatternNaming {
  readonly pattern: string;
  /** IANA name; of times without an offset. Default UTC. */
  readonly time_zone?: string | null;
}

export interface SidecarNaming {
  /** The end of the name of the file beside: `.json`, `_metadata.json`. */
  readonly sidecar: string;
  /** Path in the file beside, by field. */
  readonly map: Readonly<Record<string, string>>;
  readonly time_zone?: string | null;
}

export interface MetadataNaming {
  /** Name of the metadata, by field. */
  readonly object_metadata: Readonly<Record<string, string>>;
  readonly time_zone?: string | null;
}

export interface PresetNaming {
  readonly preset: NamingPreset;
}
