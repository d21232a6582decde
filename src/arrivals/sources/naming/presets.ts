// How contact centres name what they export, so that a source needs no pattern for them.
import type { NamingPreset, SimpleNaming } from './naming-forms.js';

/** Several of one preset hold together: a later one gives what the ones before did not. */
export interface Preset {
  readonly namings: readonly SimpleNaming[];
  /** What every recording of the kind has; `defaults` of the source win over it. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** Whether a key is a recording at all. Left out: every one that lies beside no other. */
  readonly isRecording?: (key: string) => boolean;
}

export const PRESETS: Readonly<Record<NamingPreset, Preset>> = {
  // connect/NAME/CallRecordings/2026/11/20/CONTACT_20261120T09:58_UTC.wav. The customer is left, the agent right. Amazon Connect
  // writes the agent nowhere in the bucket: it comes from metadata that the owner's own copy adds, or from `defaults`.
  // https://docs.aws.amazon.com/connect/latest/adminguide/about-recording-behavior.html
  amazon_connect: {
    namings: [
      { pattern: "{contact_id}_{started_at:yyyyMMdd'T'HH:mm}_UTC.wav" },
      // Copies to where a colon is not allowed.
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
    constants: {},
  },
};
