// Settings of the external providers: speech and language models, and payments.
import type { ModelPrice } from './engines/engine-spec.js';
import { readModelPrices } from './model-prices.js';
import type { Variables } from './variables.js';

export interface OpenAiConfig {
  readonly apiKey: string | null;
  /** Null: OpenAI itself. Otherwise ends in the version prefix, e.g. `http://localhost:8000/v1`. */
  readonly baseUrl: string | null;
  readonly transcriptionModel: string;
  /** Null: mono recordings are cut by voice activity instead. */
  readonly diarizationModel: string | null;
  /** Path of a compatible server's diarization, relative to the base URL, with a leading slash; null when it has none. */
  readonly diarizationPath: string | null;
  readonly analysisModel: string;
  /** Price of `analysisModel`; null when none is configured. */
  readonly analysisPrice: ModelPrice | null;
}

export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string | null;
  readonly apiBase: string | null;
}

export function readOpenAi(v: Variables): OpenAiConfig {
  return {
    apiKey: v.OPENAI_API_KEY ?? null,
    baseUrl: v.OPENAI_BASE_URL?.replace(/\/+$/, '') ?? null,
    transcriptionModel: v.OPENAI_TRANSCRIPTION_MODEL,
    diarizationModel: v.OPENAI_DIARIZATION_MODEL === 'none' ? null : v.OPENAI_DIARIZATION_MODEL,
    diarizationPath: v.OPENAI_DIARIZATION_PATH?.replace(/^\/*/, '/') ?? null,
    analysisModel: v.OPENAI_ANALYSIS_MODEL,
    analysisPrice: readModelPrices(v.MODEL_PRICES).prices.get(v.OPENAI_ANALYSIS_MODEL) ?? null,
  };
}

/** @returns null without a key: there is no payment provider */
export function readStripe(v: Variables): StripeConfig | null {
  if (!v.STRIPE_SECRET_KEY) return null;
  return {
    secretKey: v.STRIPE_SECRET_KEY,
    webhookSecret: v.STRIPE_WEBHOOK_SECRET ?? null,
    apiBase: v.STRIPE_API_BASE ?? null,
  };
}
