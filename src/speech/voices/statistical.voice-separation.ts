// Separates voices by statistics of the recording alone (diarization.ts). It needs no model and takes recordings of any length,
// so that it does where speaker models are missing or fail.
import { type MonoTrack, type SeparatedVoices, VoiceSeparation } from '../../ports/voice-separation.js';
import { diarizeInThread } from './diarize-in-thread.js';

export class StatisticalVoiceSeparation extends VoiceSeparation {
  readonly description = 'Statistics of the recording tell the voices of mono calls apart.';
  readonly maxVoices = 2;

  separate({ pcmPath, speech }: MonoTrack, signal: AbortSignal): Promise<SeparatedVoices> {
    return diarizeInThread(pcmPath, speech, { signal });
  }
}
