// Says where the recordings, transcripts and results of this service go and how long they stay, from its configuration. Names
// no host of the operator.
import { isOpenAiHost } from '../../adapters/openai/openai-host.js';
import type { Config } from '../../platform/config/config.js';

export function dataFlow(config: Config): string {
  return `## Where data goes, and how long it stays

${[transcription(config), analysis(config), stored(config), payments(config)].join('\n')}

\`DELETE /analysis/{id}\` deletes an analysis with its recording; \`DELETE /users/me\` deletes all of an account.`;
}

type Provider = 'OpenAI' | "a server of the operator's choice that speaks OpenAI's protocol";

/** Null: the process knows no provider. */
function providerOf({ openai }: Config): Provider | null {
  if (openai.apiKey === null && openai.baseUrl === null) return null;
  return openai.baseUrl === null || isOpenAiHost(openai.baseUrl)
    ? 'OpenAI'
    : "a server of the operator's choice that speaks OpenAI's protocol";
}

/** The workers choose the engines, and an API process need not have their settings. */
const workersChoose = (config: Config) => config.process === 'api' && providerOf(config) === null;

function transcription(config: Config): string {
  const provider = providerOf(config);
  if (workersChoose(config))
    return '- **Recordings** are transcribed by the engine of the workers, which `metadata.engine` of each analysis names.';
  if (provider === null || config.transcriptionEngine === 'sherpa' || config.transcriptionEngine === 'pocketsphinx')
    return "- **Recordings** are transcribed on the operator's own machines. No other company receives them.";
  return `- **Recordings** are sent to ${provider} to be transcribed. \`metadata.engine\` of each analysis names the model.`;
}

function analysis(config: Config): string {
  const provider = providerOf(config);
  if (workersChoose(config)) return '- **Transcripts** are evaluated by the analyst of the workers, named there too.';
  if (provider === null || config.analysisEngine === 'rules')
    return "- **Transcripts** are evaluated by rules on the operator's own machines. No other company receives them.";
  return `- **Transcripts** are sent to ${provider} to be evaluated.`;
}

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
