// What each provider of engines can do, and what the operator must give for it. The adapters stand in `adapters/engines`.
import type { EngineTask } from '../../../ports/engine-trouble.js';

export const PROVIDERS = ['openai', 'anthropic', 'deepgram', 'assemblyai', 'local', 'pocketsphinx', 'rules'] as const;

/** `openai` is OpenAI itself and every server that speaks its protocol. */
export type Provider = (typeof PROVIDERS)[number];

interface ProviderNeeds {
  readonly tasks: readonly EngineTask[];
  /** Address without `base_url`, as the provider's own SDK takes it. Null: this machine does the work, and no key is needed. */
  readonly address: string | null;
}

export const PROVIDER_NEEDS: Readonly<Record<Provider, ProviderNeeds>> = {
  openai: { tasks: ['transcription', 'analysis'], address: 'https://api.openai.com/v1' },
  anthropic: { tasks: ['analysis'], address: 'https://api.anthropic.com' },
  deepgram: { tasks: ['transcription'], address: 'https://api.deepgram.com' },
  assemblyai: { tasks: ['transcription'], address: 'https://api.assemblyai.com' },
  local: { tasks: ['transcription'], address: null },
  pocketsphinx: { tasks: ['transcription'], address: null },
  rules: { tasks: ['analysis'], address: null },
};
