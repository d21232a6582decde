// The variables of the engines, among those of variables.ts.
import { flag, httpUrl, text, urlPath, wholeNumber } from '../variable-formats.js';
import { optional, withDefault } from '../variable-notes.js';

export const engineVariables = {
  ENGINES_FILE: optional(
    text,
    'the variables below make one engine that transcribes and one that judges',
    'JSON file with the engines of the installation: providers, models, keys, prices (docs/operations/engines.md)',
  ),
  ACCOUNT_KEYS: withDefault(
    flag,
    'false',
    'Whether accounts may give a key of their own for an engine that they choose; needs ENCRYPTION_KEY',
  ),
  TRANSCRIPTION_ENGINE: withDefault(
    text,
    'auto',
    'Speech to text: `auto`, `openai`, `compatible`, `sherpa`, `pocketsphinx`, or an engine of ENGINES_FILE. In production `auto` takes a provider or an installed model, never pocketsphinx',
  ),
  ANALYSIS_ENGINE: withDefault(
    text,
    'auto',
    'Judgement of calls: `auto`, `openai` (OpenAI or any compatible server), `rules`, or an engine of ENGINES_FILE',
  ),
  OPENAI_API_KEY: optional(text, 'no requests to OpenAI', 'API key of OpenAI or of the compatible server'),
  OPENAI_BASE_URL: optional(
    httpUrl,
    'OpenAI',
    'Compatible server, with the version prefix, as in http://localhost:8000/v1',
  ),
  OPENAI_TRANSCRIPTION_MODEL: withDefault(text, 'gpt-transcribe', 'Model that transcribes'),
  OPENAI_DIARIZATION_MODEL: withDefault(
    text,
    'gpt-4o-transcribe-diarize',
    'Model that transcribes mono recordings and tells the speakers apart; `none` for no such model. With OPENAI_DIARIZATION_PATH, the model for that path, and required',
  ),
  OPENAI_DIARIZATION_PATH: optional(
    urlPath,
    'a compatible server is not asked who speaks',
    'Diarization of a compatible server (speaches, LocalAI), a path below OPENAI_BASE_URL, as in /audio/diarization',
  ),
  OPENAI_ANALYSIS_MODEL: withDefault(text, 'gpt-6-luna', 'Model that judges calls'),
  MODEL_PRICES: optional(
    text,
    'evaluations tell no cost',
    'Dollars for a million tokens of each model, as in {"gpt-6-luna":{"input":0.1,"output":0.5}}, or the path of a file that holds this',
  ),
  PROVIDER_CONCURRENCY: withDefault(
    wholeNumber(1, 1024),
    '8',
    'Requests that are open at the provider at the same time',
  ),
  PROVIDER_ATTEMPTS: withDefault(
    wholeNumber(1, 100),
    '6',
    'Failures of one call alone after which it fails; trouble of the provider does not count',
  ),
  PROVIDER_PATIENCE_MINUTES: withDefault(
    wholeNumber(1, 10_080),
    '1440',
    'Minutes that a call waits for a provider in trouble before it fails',
  ),
};
