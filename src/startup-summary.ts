// What a person sees once the service is up: what is embedded, what is external, who listens, and how far to trust it.
import { styleText } from 'node:util';
import type { Engines } from './adapters/choose-engines.js';
import { Config } from './platform/config/config.js';

interface Row {
  readonly name: string;
  readonly detail: string;
}

/** @param embedded rows about the servers started here */
export async function startupSummary(
  config: Config,
  engines: Engines | null,
  embedded: readonly Row[],
): Promise<string[]> {
  const { storage, mail, http, stripe } = config;
  const external: Row[] = [
    ...(embedded.some(({ name }) => /postgres/i.test(name))
      ? []
      : [{ name: 'Database', detail: 'external PostgreSQL' }]),
    ...(embedded.some(({ name }) => /redis|queue/i.test(name)) ? [] : [{ name: 'Queue', detail: 'external Redis' }]),
  ];
  const services: Row[] = [
    ...embedded,
    ...external.filter(({ name }) => !embedded.some((row) => row.name === name)),
    { name: 'Recordings', detail: storage.kind === 's3' ? `bucket ${storage.bucket}` : `disk, ${storage.directory}` },
    { name: 'Mail', detail: mail.smtpUrl ? 'SMTP' : `written to ${mail.outboxDir}` },
    { name: 'Payments', detail: stripe ? 'Stripe' : 'none: quotas are kept, nobody is charged' },
    ...(engines ? await engineRows(engines) : [{ name: 'Engines', detail: 'in the worker processes' }]),
  ];
  const urls: Row[] =
    config.process === 'worker'
      ? [{ name: 'Health', detail: `${http.publicUrl}/health/ready` }]
      : [
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
  ];
}

async function engineRows({ decoder, speechToText, analyst }: Engines): Promise<Row[]> {
  const { name, grade, accuracy } = speechToText.engine;
  return [
    { name: 'Decoder', detail: await decoder.describe() },
    { name: 'Transcription', detail: `${name} (${grade}). ${accuracy}` },
    { name: 'Analysis', detail: `${analyst.engine.name} (${analyst.engine.grade}, ${analyst.engine.rulesVersion})` },
  ];
}

function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, detail }) => `  ${styleText('dim', name.padEnd(width))}  ${detail}`);
}
