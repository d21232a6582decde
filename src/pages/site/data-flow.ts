// Says where the recordings, transcripts and results of this service go and how long they stay, from its configuration. Names
// no host of the operator.
import { isOpenAiHost } from '../../adapters/openai/openai-host.js';
import type { Config } from '../../platform/config/config.js';
import type { EngineSpec } from '../../platform/config/engines/engine-spec.js';
import type { Provider } from '../../platform/config/engines/provider-needs.js';
import { ENGINE_TASKS, type EngineTask } from '../../ports/engine-trouble.js';

export function dataFlow(config: Config): string {
  return `## Where data goes, and how long it stays

${[transcription(config), analysis(config), stored(config), payments(config)].join('\n')}

\`DELETE /analysis/{id}\` deletes an analysis with its recording; \`DELETE /users/me\` deletes all of an account.`;
}

const COMPANIES: Readonly<Record<Exclude<Provider, 'openai' | 'local' | 'pocketsphinx' | 'rules'>, string>> = {
  anthropic: 'Anthropic',
  deepgram: 'Deepgram',
  assemblyai: 'AssemblyAI',
};

/** Null: the work is done on the operator's machines. */
function receiverOf({ provider, baseUrl }: EngineSpec): string | null {
  if (baseUrl === null || provider === 'local' || provider === 'pocketsphinx' || provider === 'rules') return null;
  if (provider !== 'openai') return COMPANIES[provider];
  return isOpenAiHost(baseUrl) ? 'OpenAI' : "a server of the operator's choice that speaks OpenAI's protocol";
}

/** Who receives what an engine of this task is sent: by the default one, and by those that accounts may choose. */
function receivers({ engines }: Config, task: EngineTask) {
  const used = [...engines.all.values()].filter(
    ({ name, task: of, offered }) => of === task && (offered || name === engines.defaults[task]),
  );
  return {
    outside: [...new Set(used.flatMap((spec) => receiverOf(spec) ?? []))],
    isMixed: used.some((spec) => receiverOf(spec) === null),
  };
}

/** The workers choose the engines, and an API process need not have their settings. */
const workersChoose = (config: Config) =>
  config.process === 'api' &&
  !config.engines.fromFile &&
  ENGINE_TASKS.every((task) => receivers(config, task).outside.length === 0);

function transcription(config: Config): string {
  if (workersChoose(config))
    return '- **Recordings** are transcribed by the engine of the workers, which `metadata.engine` of each analysis names.';
  const { outside, isMixed } = receivers(config, 'transcription');
  if (outside.length === 0)
    return "- **Recordings** are transcribed on the operator's own machines. No other company receives them.";
  return `- **Recordings** are sent to ${sentTo(outside, isMixed)} to be transcribed. \`metadata.engine\` of each analysis names the model.`;
}

function analysis(config: Config): string {
  if (workersChoose(config)) return '- **Transcripts** are evaluated by the analyst of the workers, named there too.';
  const { outside, isMixed } = receivers(config, 'analysis');
  if (outside.length === 0)
    return "- **Transcripts** are evaluated by rules on the operator's own machines. No other company receives them.";
  return `- **Transcripts** are sent to ${sentTo(outside, isMixed)} to be evaluated.`;
}

const sentTo = (outside: readonly string[], isMixed: boolean) =>
  `${outside.join(' or ')}${isMixed ? ", or stay on the operator's own machines," : ''}${outside.length > 1 || isMixed ? ', as each account has chosen,' : ''}`.replace(
    ',,',
    ',',
  );

function stored({ storage, retention }: Config): string {
  const where = storage.kind === 's3' ? "in the operator's object storage" : "on the operator's disk";
  return `- **Recordings** are kept ${where}${until(retention.audioDays)}; transcripts and results in its database${until(retention.analysisDays)}.${ofTestMode(retention)}`;
}

function ofTestMode({ testDays, analysisDays }: Config['retention']): string {
  const isShorter = testDays > 0 && (analysisDays === 0 || testDays < analysisDays);
  return isShorter ? ` Those of test mode are kept${until(testDays)}.` : '';
}

const until = (days: number) =>
  days === 0 ? ' until they are deleted' : ` for ${days} ${days === 1 ? 'day' : 'days'}`;

function payments({ stripe }: Config): string {
  return stripe === null
    ? '- **Payments**: none, and no payment data.'
    : '- **Payments** go through Stripe, which receives the e-mail address and the minutes used. No recording or transcript goes there.';
}
