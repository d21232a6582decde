// Models that can be installed: the location of their files, and the hash of each file.

/** The files of an installed part, relative to its folder. `kind` says which loader of sherpa-onnx takes them. */
export type SherpaFiles =
  | { readonly kind: 'nemo-ctc'; readonly model: string; readonly tokens: string }
  | {
      readonly kind: 'nemo-transducer';
      readonly encoder: string;
      readonly decoder: string;
      readonly joiner: string;
      readonly tokens: string;
    }
  /** Finds which of a few voices speaks when, ten seconds of the recording at a time. */
  | { readonly kind: 'speaker-segmentation'; readonly model: string }
  /** Converts a voice to a vector for comparing voices. */
  | { readonly kind: 'speaker-embedding'; readonly model: string };

type Spellings<Files> = Files extends { readonly kind: infer Kind }
  ? { readonly kind: Kind } & { readonly [File in Exclude<keyof Files, 'kind'>]: readonly string[] }
  : never;

/** Possible names of each file in a release; the first one that exists is installed. */
export type ReleasedFiles = Spellings<SherpaFiles>;

/** One file of a release: an archive, or a model by itself. */
export interface ModelPart {
  /** Name of its folder. */
  readonly name: string;
  readonly description: string;
  /** Licence of the model, and its conditions for the user. */
  readonly licence: string;
  /** ISO 639-1; empty for a part that recognises no words. */
  readonly languages: readonly string[];
  /** Tag of the publisher's release; mirrors serve the file without it. */
  readonly release: string;
  /** Address of the file, where it is in none of the publisher's releases. */
  readonly address?: string;
  /** A tar.bz2 with one folder of the same name, or an ONNX model. */
  readonly file: string;
  readonly bytes: number;
  /** Hash of the file, in hex. */
  readonly sha256: string;
  readonly files: ReleasedFiles;
}

export interface SherpaPreset {
  readonly name: string;
  readonly description: string;
  /** Accuracy according to the publisher (share of wrong words), for the start-up summary. */
  readonly accuracy: string;
  /** The first one recognises speech and has the preset's name. */
  readonly parts: readonly [ModelPart, ...ModelPart[]];
}

/** Base URL of the releases; each is below its tag. */
export const SHERPA_RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';

/** Exports carry 8-bit weights, 32-bit weights, or both: the 8-bit ones need a quarter of the memory. */
const eitherSize = (name: string): readonly string[] => [`${name}.int8.onnx`, `${name}.onnx`];

export const TRANSDUCER: ReleasedFiles = {
  kind: 'nemo-transducer',
  encoder: eitherSize('encoder'),
  decoder: eitherSize('decoder'),
  joiner: eitherSize('joiner'),
  tokens: ['tokens.txt'],
};

/*
 * Sizes and SHA-256: the publisher states none for most of these files. They were taken from public projects that pin
 * the same files and agree with each other (ten and more for each). The installer's check decides: a file that differs is
 * deleted and never unpacked.
 */

/** pyannote's segmentation model. Its 32-bit weights are 6 MB, so the 8-bit ones save nothing that counts. */
export const SPEAKER_SEGMENTATION: ModelPart = {
  name: 'speaker-segmentation',
  description: 'who speaks when: pyannote segmentation 3.0, 6 MB on disk',
  licence: 'MIT (CNRS)',
  languages: [],
  release: 'speaker-segmentation-models',
  file: 'sherpa-onnx-pyannote-segmentation-3-0.tar.bz2',
  bytes: 6_958_444,
  sha256: '24615ee884c897d9d2ba09bb4d30da6bb1b15e685065962db5b02e76e4996488',
  files: { kind: 'speaker-segmentation', model: ['model.onnx', 'model.int8.onnx'] },
};

export const SPEAKER_EMBEDDING: ModelPart = {
  name: 'speaker-embedding',
  description: 'telling voices apart: NVIDIA TitaNet small, 40 MB on disk',
  licence: 'CC BY 4.0 (name NVIDIA as its author)',
  languages: [],
  // Spelled so by the publisher.
  release: 'speaker-recongition-models',
  file: 'nemo_en_titanet_small.onnx',
  bytes: 40_257_283,
  sha256: 'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
  files: { kind: 'speaker-embedding', model: ['nemo_en_titanet_small.onnx'] },
};

/**
 * The presets, the better ones last. Both recognisers are transducers: sherpa-onnx gives the token probabilities of a transducer
 * but not those of a CTC model, and they are needed to rate how well a party was heard.
 */
export const SHERPA_PRESETS: readonly SherpaPreset[] = [
  {
    name: 'small-en',
    description: 'English with punctuation, and who speaks when in mono calls: 155 MB to download, 185 MB on disk',
    // Parakeet 110M: LibriSpeech 2.4 and 5.2 %, GigaSpeech 10.5, Earnings22 12.4, AMI 15.9.
    accuracy:
      'by its publisher 2 to 5 % of words wrong on read speech, 10 to 16 % in meetings and conference calls; not published for the telephone',
    parts: [
      {
        name: 'small-en',
        description: 'words: NVIDIA Parakeet 110M, English, 8 bits, 136 MB on disk',
        licence: 'CC BY 4.0 (name NVIDIA as its author)',
        languages: ['en'],
        release: 'asr-models',
        file: 'sherpa-onnx-nemo-parakeet_tdt_transducer_110m-en-36000-int8.tar.bz2',
        bytes: 108_035_095,
        sha256: 'f628312e9fdf8686374cb01a69425c41732529d540860311f16f37cbc32cfe9b',
        files: TRANSDUCER,
      },
      SPEAKER_SEGMENTATION,
      SPEAKER_EMBEDDING,
    ],
  },
  {
    name: 'best',
    description:
      '25 European languages with punctuation, and who speaks when in mono calls: 534 MB to download, 690 MB on disk',
    // Parakeet 0.6B v3: Open ASR average 6.3 %. Its sibling v2 goes from 6.05 to 6.32 % through 8 kHz mu-law.
    accuracy: 'by its publisher about 6 % of words wrong on average in English, and hardly more on the telephone',
    parts: [
      {
        name: 'best',
        description: 'words: NVIDIA Parakeet 0.6B v3, 25 European languages, 8 bits, 640 MB on disk',
        licence: 'CC BY 4.0 (name NVIDIA as its author)',
        languages: 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' '),
        release: 'asr-models',
        file: 'sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8.tar.bz2',
        bytes: 487_170_055,
        sha256: '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
        files: TRANSDUCER,
      },
      SPEAKER_SEGMENTATION,
      SPEAKER_EMBEDDING,
    ],
  },
];

/** Names of the folders of these presets. */
export const PINNED_PARTS: ReadonlySet<string> = new Set(
  SHERPA_PRESETS.flatMap(({ parts }) => parts.map(({ name }) => name)),
);
