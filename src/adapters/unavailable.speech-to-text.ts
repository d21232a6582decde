// Stands where a recogniser should: the service runs, and every call fails at once with the ways out.
import { ProviderError } from '../ports/provider-error.js';
import {
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechEngine,
  SpeechToText,
} from '../ports/speech-to-text.js';

const WAYS_OUT =
  'configure an OpenAI-compatible endpoint (OPENAI_API_KEY or OPENAI_BASE_URL), install a model (npm run models:install -- small-en), or install pocketsphinx';

export class UnavailableSpeechToText extends SpeechToText {
  readonly engine: SpeechEngine;
  readonly capabilities: SpeechCapabilities = {
    maxPieceMs: Number.MAX_SAFE_INTEGER,
    diarizesMono: false,
    carriesSpeakers: false,
    timesSegments: true,
  };

  /** @param reason why none of the engines could be used, one sentence for the operator */
  constructor(private readonly reason: string) {
    super();
    this.engine = { name: 'none', grade: 'demo', accuracy: `Calls will fail: ${reason} To get results, ${WAYS_OUT}.` };
  }

  async transcribe(): Promise<PieceTranscript> {
    throw new ProviderError(`No speech recogniser is available on this server: ${WAYS_OUT}`, { retryable: false });
  }

  async check(): Promise<void> {
    throw new Error(this.reason);
  }
}
