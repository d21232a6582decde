// The engine of a service without a speech recogniser: every call fails at once, with a sentence on what to install.
import { operatorCommand } from '../platform/config/operator-command.js';
import { ProviderError } from '../ports/provider-error.js';
import {
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechEngine,
  SpeechToText,
} from '../ports/speech-to-text.js';

const REMEDIES =
  'configure an OpenAI-compatible endpoint (OPENAI_API_KEY or OPENAI_BASE_URL), install a model ' +
  `(${operatorCommand('models:install small-en')}), or install pocketsphinx`;

export class UnavailableSpeechToText extends SpeechToText {
  readonly isCharged = false;
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
    this.engine = {
      name: 'none',
      grade: 'demo',
      accuracy: `Calls will fail: ${reason} To get results, ${REMEDIES}.`,
      hearing: { minScore: 1, minSnrDb: Number.POSITIVE_INFINITY, needsWideBand: true },
    };
  }

  async transcribe(): Promise<PieceTranscript> {
    throw new ProviderError(`No speech recogniser is available on this server: ${REMEDIES}`, {
      retryable: false,
      code: 'not_processable',
    });
  }

  async check(): Promise<void> {
    throw new Error(this.reason);
  }
}
