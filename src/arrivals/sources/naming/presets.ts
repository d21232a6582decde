// How contact centres name what they export, so that a source needs no pattern for them: a row for each. A test compares the rows
// with the pages of docs/intake.
import type { SimpleNaming } from './naming-forms.js';

/** The namings of a preset are combined: a later one fills in what the earlier ones did not give. */
interface Preset {
  readonly namings: readonly SimpleNaming[];
  /** Members that every recording of the kind has; `defaults` of the source win over them. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** Fields that stand in the name of a folder, behind this beginning of it. They win over all namings. */
  readonly folders?: Readonly<Record<string, string>>;
  /** Whether a key is a recording. Omitted: every key that is no sidecar file is one. */
  readonly isRecording?: (key: string) => boolean;
}

const PRESETS = {
  // connect/NAME/CallRecordings/2026/11/20/CONTACT_20261120T09:58_UTC.wav. The customer is on the left channel, the agent on the
  // right. Amazon Connect does not write the agent to the bucket: it comes from metadata that the owner's own copy adds, or from
  // `defaults`.
  // https://docs.aws.amazon.com/connect/latest/adminguide/about-recording-behavior.html
  amazon_connect: {
    namings: [
      { pattern: "{contact_id}_{started_at:yyyyMMdd'T'HH:mm}_UTC.wav" },
      // Copies to stores whose names cannot have a colon.
      { pattern: "{contact_id}_{started_at:yyyyMMdd'T'HH_mm}_UTC.wav" },
      { object_metadata: { agent_id: 'agent-id', contact_id: 'contact-id' } },
    ],
    constants: { agent_channel: 1 },
    isRecording: (key) => /\.wav$/i.test(key),
  },
  // ORGANISATION/year=2026/month=11/day=20/hour=09/conversation_id=CONVERSATION/RECORDING.wav, with RECORDING_metadata.json.
  // https://help.mypurecloud.com/articles/working-with-exported-recordings-in-aws-s3-bucket
  genesys: {
    namings: [
      {
        sidecar: '_metadata.json',
        map: {
          agent_id: '$.userIds[0]',
          contact_id: '$.conversationId',
          started_at: '$.startTime',
          direction: '$.initialDirection',
        },
      },
    ],
    folders: { contact_id: 'conversation_id=' },
    constants: {},
  },
} as const satisfies Readonly<Record<string, Preset>>;

export type NamingPreset = keyof typeof PRESETS;
export const NAMING_PRESETS = Object.keys(PRESETS) as readonly NamingPreset[];

export interface PresetNaming {
  readonly preset: NamingPreset;
}

export type Naming = SimpleNaming | PresetNaming;

/** Null for a naming that says itself where each field stands. */
export const presetOf = (naming: Naming): Preset | null => ('preset' in naming ? PRESETS[naming.preset] : null);

export const simpleNamings = (naming: Naming): readonly SimpleNaming[] =>
  'preset' in naming ? PRESETS[naming.preset].namings : [naming];
