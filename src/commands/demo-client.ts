// What the demo does at the service, over the public API alone.
import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { client } from '../client/client.js';
import { ClientError } from '../client/client-error.js';
import type { Analysis } from './demo-report.js';
import { mailedToken } from './mailed-token.js';

/** Stays well below the default limit of 100 requests a minute. */
const POLL_INTERVAL_MS = 1_500;

/** Through the client that is generated from the OpenAPI document. */
export class DemoClient {
  private api;
  private secret = '';

  constructor(
    private readonly baseUrl: string,
    private readonly print: (line: string) => void,
  ) {
    this.api = client(baseUrl);
  }

  /** Registers, follows the link in the mail, logs in and creates an API key. */
  async openAccount(outboxDir: string): Promise<void> {
    const credentials = {
      email: `demo-${randomBytes(4).toString('hex')}@example.com`,
      password: randomBytes(12).toString('base64url'),
    };
    await this.api.post('/auth/register', { body: credentials });
    this.print(`  registered     ${credentials.email}`);
    await this.api.post('/auth/verify-email', { body: { token: await mailedToken(outboxDir, credentials.email) } });
    this.print('  verified       with the link from the outbox');
    const { access_token } = await this.api.post('/auth/login', { body: credentials });
    const { key, key_prefix } = await client(this.baseUrl, { credential: access_token }).post('/api-keys', {
      body: { name: 'Demo' },
    });
    this.secret = key;
    this.api = client(this.baseUrl, { credential: key });
    this.print(`  made a key     ${key_prefix}…`);
  }

  /** The API key that it made, to be shown to the person at the terminal. */
  get key(): string {
    return this.secret;
  }

  /** @param onProgress told of each look at the analysis, the last one too */
  async analyse(file: string, onProgress: (seen: Analysis) => void): Promise<Analysis> {
    const form = new FormData();
    form.set('agent_id', 'agent-7');
    form.set('contact_id', 'customer-42');
    form.set('audio_file', await openAsBlob(file), basename(file));
    let seen: Analysis = await this.api.post('/analysis', { body: form });
    while (seen.status === 'processing') {
      onProgress(seen);
      await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
      seen = await this.api.get('/analysis/{id}', { path: { id: seen.id } });
    }
    onProgress(seen);
    return seen;
  }

  /** The report as one file; without the recording where that is too large for a file. */
  async reportOf(id: string): Promise<string> {
    const report = (audio: 'embedded' | 'link') =>
      this.api.get('/analysis/{id}/report', { path: { id }, query: { audio } });
    return report('embedded').catch((error: unknown) => {
      if (error instanceof ClientError && error.status === 400) return report('link');
      throw error;
    });
  }

  /** @returns the billed minutes; null when nothing was billed */
  async minutesOf(analysisId: string): Promise<number | null> {
    const page = await this.api.get('/billing/history', { query: { view: 'records' } });
    const record = page.items.find((item) => 'analysis_id' in item && item.analysis_id === analysisId);
    return record && 'minutes' in record ? record.minutes : null;
  }
}
