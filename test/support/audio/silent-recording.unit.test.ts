import { describeAudioDecoder } from '../../ports/audio-decoder.contract.js';
import { SilentRecording } from './silent-recording.js';

describeAudioDecoder('the silence that stands in for recordings of hours', {
  recording: async (_channels, durationMs) => ({
    decoder: Object.assign(new SilentRecording(), { lengthMs: durationMs }),
    path: '/nowhere/recording',
  }),
  maxChannels: 1,
  stuck: { noCase: 'the first sample is there at once' },
  failures: { noCase: 'it reads no file and starts no program' },
  encoder: { noCase: 'it encodes nothing' },
});
