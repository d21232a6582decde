// What a process in production needs to serve: without it the service would start, answer `ok`, and fail each call or each new
// account. Commands such as `migrate` do without.
import { type EngineEntry, readEnginesFile } from '../engines/engines-file.js';
import { readModelPrices } from '../model-prices.js';
import { operatorCommand } from '../operator-command.js';
import { VARIABLES } from '../variables.js';

type Given = Readonly<Record<string, string | undefined>>;

export const NO_ENGINE =
  'OPENAI_API_KEY, OPENAI_BASE_URL, TRANSCRIPTION_ENGINE: name what transcribes when NODE_ENV=production: set OPENAI_API_KEY for ' +
  `OpenAI, or OPENAI_BASE_URL for a compatible server, or install a local model with \`${operatorCommand('models:install small-en')}\`; ` +
  'TRANSCRIPTION_ENGINE=pocketsphinx takes the engine for demonstrations, whose minutes are billed too';

const NO_SHARED_STORAGE = (role: string): string =>
  `S3_BUCKET: is required with PROCESS=${role} when NODE_ENV=production, because each process would look for recordings on its ` +
  'own disk; name a bucket that all processes reach, or run one process with PROCESS=all';

const NO_MAIL_SERVER =
  'SMTP_URL: is required when NODE_ENV=production, because users verify their addresses by mail; set it as in ' +
  'smtps://user:password@mail.example.com';

const NO_SENDER =
  'MAIL_FROM: is required when NODE_ENV=production, because mail servers refuse mails from localhost; set it as in ' +
  'Call Analysis <no-reply@example.com>';

/**
 * @param given the variables that are set, as text
 * @param hasLocalModel whether a speech model of grade `local` is installed
 * @returns one sentence for each fault, which starts with the name of the variable
 */
export function findServingFaults(given: Given, hasLocalModel: () => boolean): string[] {
  if (given.NODE_ENV !== 'production') return [];
  const faults: string[] = [];
  if (isSplit(given) && !given.S3_BUCKET) faults.push(NO_SHARED_STORAGE(given.PROCESS ?? ''));
  // Workers send no mails, and an API process transcribes nothing.
  if (given.PROCESS !== 'worker') {
    if (!given.SMTP_URL) faults.push(NO_MAIL_SERVER);
    if (!given.MAIL_FROM) faults.push(NO_SENDER);
  }
  if (given.PROCESS !== 'api' && !namesEngine(given) && !hasLocalModel()) faults.push(NO_ENGINE);
  return faults;
}

/** @returns one sentence for each set-up that works on one machine only, and for prices without that of the model in use */
export function findServingWarnings(given: Given): string[] {
  return [...findStorageWarnings(given), ...findPriceWarnings(given)];
}

function findStorageWarnings(given: Given): string[] {
  const isShared = Boolean(given.DATABASE_URL && given.REDIS_URL);
  if (given.NODE_ENV === 'production' || !isSplit(given) || !isShared || given.S3_BUCKET) return [];
  return [
    `PROCESS=${given.PROCESS} without S3_BUCKET keeps recordings in DATA_DIR: every process must see the same folder`,
  ];
}

function findPriceWarnings(given: Given): string[] {
  const model = VARIABLES.shape.OPENAI_ANALYSIS_MODEL.safeParse(given.OPENAI_ANALYSIS_MODEL).data;
  const { prices } = readModelPrices(given.MODEL_PRICES);
  if (model === undefined || prices.size === 0 || prices.has(model)) return [];
  return [`MODEL_PRICES has no price of ${model} (OPENAI_ANALYSIS_MODEL): evaluations tell no cost`];
}

const isSplit = ({ PROCESS }: Given): boolean => PROCESS === 'api' || PROCESS === 'worker';

function namesEngine(given: Given): boolean {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, TRANSCRIPTION_ENGINE: choice } = given;
  const listed = [...(readEnginesFile(given).file?.engines.values() ?? [])];
  return Boolean(OPENAI_API_KEY || OPENAI_BASE_URL || (choice && choice !== 'auto')) || listed.some(transcribes);
}

const transcribes = ({ task }: EngineEntry) => task === 'transcription';
