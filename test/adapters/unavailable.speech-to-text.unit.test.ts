import { UnavailableSpeechToText } from '../../src/adapters/unavailable.speech-to-text.js';
import { describeSpeechToText } from '../ports/speech-to-text.contract.js';

const engine = new UnavailableSpeechToText('No speech recogniser was found.');
const piece = {
  channel: 0,
  startMs: 0,
  endMs: 1000,
  pcmPath: '/scratch/call.pcm',
  speech: [{ startMs: 0, endMs: 900 }],
};

describeSpeechToText('unavailable', {
  working: { noCase: 'it fails every piece' },
  failures: [
    {
      what: 'every piece',
      retryable: false,
      transcription: async () => ({ engine, piece }),
    },
  ],
  secrets: [],
  unusable: async () => engine,
});
