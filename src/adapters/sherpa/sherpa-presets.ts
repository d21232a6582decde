/** The files of a model, relative to its folder. `kind` says which loader of sherpa-onnx takes them. */
export type SherpaFiles =
  | { readonly kind: 'nemo-ctc'; readonly model: string; readonly tokens: string }
  | {
      readonly kind: 'nemo-transducer';
      readonly encoder: string;
      readonly decoder: string;
      readonly joiner: string;
      readonly tokens: string;
    };

export interface SherpaPreset {
  readonly name: string;
  readonly description: string;
  /** What using the model asks of its user. */
  readonly licence: string;
  /** ISO 639-1. */
  readonly languages: readonly string[];
  /** A tar.bz2 with one folder of the same name. */
  readonly archive: string;
  /** Size of the archive; null when it is not pinned. */
  readonly bytes: number | null;
  /** Of the archive, in hex; null when it is not pinned: the installer then needs an explicit flag. */
  readonly sha256: string | null;
  readonly files: SherpaFiles;
}

/** Where the archives are released; mirrors serve the same file names. */
export const SHERPA_RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models';

/**
 * The models that can be installed. To pin one, download and check its archive, and copy the size and the
 * SHA-256 that the installer prints. The descriptions give the sizes that the publisher states.
 */
export const SHERPA_PRESETS: readonly SherpaPreset[] = [
  {
    name: 'small-en',
    description: 'English, with punctuation: NVIDIA Parakeet 110M (CTC, int8), 126 MB on disk',
    licence: 'CC BY 4.0 (name NVIDIA as its author)',
    languages: ['en'],
    archive: 'sherpa-onnx-nemo-parakeet_tdt_ctc_110m-en-36000-int8.tar.bz2',
    bytes: null,
    sha256: null,
    files: { kind: 'nemo-ctc', model: 'model.int8.onnx', tokens: 'tokens.txt' },
  },
  {
    name: 'best',
    description: '25 European languages, with punctuation: NVIDIA Parakeet 0.6B v3 (int8), 640 MB on disk',
    licence: 'CC BY 4.0 (name NVIDIA as its author)',
    languages: 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' '),
    archive: 'sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8.tar.bz2',
    bytes: null,
    sha256: null,
    files: {
      kind: 'nemo-transducer',
      encoder: 'encoder.int8.onnx',
      decoder: 'decoder.int8.onnx',
      joiner: 'joiner.int8.onnx',
      tokens: 'tokens.txt',
    },
  },
];
