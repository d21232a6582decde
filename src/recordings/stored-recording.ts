/** A recording in storage. `format` is one of those that audio-format.ts recognises. */
export interface StoredRecording {
  readonly storageKey: string;
  readonly sizeBytes: number;
  readonly format: string;
}
