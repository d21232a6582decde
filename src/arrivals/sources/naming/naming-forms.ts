// The forms of `naming` that say where each field stands, as clients write them.

export type SimpleNaming = PatternNaming | SidecarNaming | MetadataNaming;

export interface PatternNaming {
  readonly pattern: string;
  /** IANA name of the zone of times without an offset. Default UTC. */
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
