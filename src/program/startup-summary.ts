// The lines that the operator sees once the service is up: which servers are embedded, which engines run and how far their
// results can be trusted, and at which addresses the service answers.
import { styleText } from 'node:util';
import type { Engines } from '../adapters/engines/choose-engines.js';
import type { EmbeddedDescription } from '../embedded/embedded.js';
import { Config } from '../platform/config/config.js';

interface Row {
  readonly name: string;
  readonly detail: string;
}

/** @param embedded describes each embedded server; a server without a description is external */
export async function startupSummary(
  config: Config,
  engines: Engines | null,
  embedded: EmbeddedDescription,
): Promise<string[]> {
  const { storage, mail, http, stripe } = config;
  const services: Row[] = [
    { name: 'Database', detail: embedded.database ?? 'external PostgreSQL' },
    { name: 'Queue', detail: embedded.queue ?? 'external Redis' },
    { name: 'Recordings', detail: storage.kind === 's3' ? `bucket ${storage.bucket}` : `disk, ${storage.directory}` },
    { name: 'Mail', detail: mail.smtpUrl ? 'SMTP' : `written to ${mail.outboxDir}` },
    { name: 'Payments', detail: stripe ? 'Stripe' : 'none: quotas are enforced, nothing is charged' },
    ...(engines ? await engineRows(engines) : [{ name: 'Engines', detail: 'in the worker processes' }]),
  ];
  const urls: Row[] =
    config.process === 'worker'
      ? [{ name: 'Health', detail: `${http.publicUrl}/health/ready` }]
      : [
          { name: 'Home', detail: `${http.publicUrl}/` },
          ...(config.console.enabled ? [{ name: 'Console', detail: `${http.publicUrl}/app` }] : []),
          { name: 'API', detail: `${http.publicUrl}/api/v1` },
          { name: 'Swagger', detail: `${http.publicUrl}/docs` },
          { name: 'OpenAPI', detail: `${http.publicUrl}/openapi.json` },
          { name: 'Health', detail: `${http.publicUrl}/health/ready` },
        ];
  return [
    '',
    styleText('bold', `Call Analysis Service (${config.process})`),
    ...table(services),
    '',
    ...table(urls),
    '',
    ...config.warnings.map((warning) => `  ${styleText('yellow', 'Warning')}  ${warning}`),
    'Ready.',
  ];
}

async function engineRows({ decoder, speechToText, voiceSeparation, analyst }: Engines): Promise<Row[]> {
  const { name, grade, accuracy } = speechToText.engine;
  return [
    { name: 'Decoder', detail: await decoder.describe() },
    { name: 'Transcription', detail: `${name} (${grade}). ${accuracy}` },
    { name: 'Voices', detail: voiceSeparation.description },
    { name: 'Analysis', detail: `${analyst.engine.name} (${analyst.engine.grade}, ${analyst.engine.rulesVersion})` },
  ];
}

function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, detail }) => `  ${styleText('dim', name.padEnd(width))}  ${detail}`);
}
