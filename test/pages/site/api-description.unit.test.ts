import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiDescription } from '../../../src/pages/site/api-description.js';
import { loadConfig } from '../../../src/platform/config/config.js';

const described = (env: Record<string, string> = {}) =>
  apiDescription(loadConfig({ JWT_SECRET: 'x'.repeat(40), ...env }));

describe('the introduction of the API document', () => {
  it('has the plans of the configuration', () => {
    const text = described({
      FREE_INCLUDED_MINUTES: '30',
      STARTER_PRICE_CENTS: '5150',
      STARTER_OVERAGE_CENTS: '4.5',
      GROWTH_INCLUDED_MINUTES: '12000',
    });
    expect(text).toContain('| Free | 30 | $0 | none |');
    expect(text).toContain('| Starter | 1,000 | $51.50 | $0.045 a minute |');
    expect(text).toContain('| Growth | 12,000 | $199 | $0.04 a minute |');
  });

  it('has the limits of the configuration', () => {
    const text = described({
      MAX_AUDIO_MINUTES: '90',
      TEST_MINUTES: '77',
      RATE_LIMIT_DEFAULT: '1234',
      RATE_LIMIT_SUBMISSION: '0',
      RATE_LIMIT_AUTH: '6',
    });
    expect(text).toContain('Length: at most 90 minutes');
    expect(text).toContain('(77 minutes a month)');
    expect(text).toMatch(/\| all \| 1,234 \|/);
    expect(text).toMatch(/\| submissions \| no limit \|/);
    expect(text).toMatch(/current password \| 6 \|/);
  });

  it('says whether payments go through Stripe or no account is charged', () => {
    expect(described()).toContain('no account is charged');
    const text = described({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' });
    expect(text).toContain('**Payments** go through Stripe');
    expect(text).not.toContain('no account is charged');
  });

  it.each([
    ['nothing configured', {}, 'transcribed on the operator', 'evaluated by rules'],
    ['a key of OpenAI', { OPENAI_API_KEY: 'k' }, 'sent to OpenAI to be transcribed', 'sent to OpenAI to be evaluated'],
    [
      'a server of its own',
      { OPENAI_BASE_URL: 'http://speech.internal:8000/v1' },
      "sent to a server of the operator's choice",
      "sent to a server of the operator's choice that speaks OpenAI's protocol to be evaluated",
    ],
    [
      'a key, and local engines by name',
      { OPENAI_API_KEY: 'k', TRANSCRIPTION_ENGINE: 'sherpa', ANALYSIS_ENGINE: 'rules' },
      'transcribed on the operator',
      'evaluated by rules',
    ],
    ['an API process alone', { PROCESS: 'api' }, 'the engine of the workers', 'the analyst of the workers'],
  ])('says where recordings and transcripts go: %s', (_, env, recordings, transcripts) => {
    const text = described(env);
    expect(text).toContain(recordings);
    expect(text).toContain(transcripts);
    expect(text).not.toContain('speech.internal');
  });

  it('says how long data stays', () => {
    expect(described()).toContain("on the operator's disk until they are deleted; transcripts and results in its");
    const text = described({
      AUDIO_RETENTION_DAYS: '1',
      ANALYSIS_RETENTION_DAYS: '365',
      S3_BUCKET: 'b',
      S3_REGION: 'r',
    });
    expect(text).toContain(
      "in the operator's object storage for 1 day; transcripts and results in its database for 365 days. Those of test mode are kept for 30 days.",
    );
    expect(described({ ANALYSIS_RETENTION_DAYS: '7' })).not.toContain('Those of test mode');
    expect(described({ TEST_RETENTION_DAYS: '0' })).not.toContain('Those of test mode');
  });

  it('says where to ask questions', () => {
    expect(described()).toContain('Ask the operator of this service, and quote');
    expect(described({ CONTACT_URL: 'https://example.com/help' })).toContain('Ask at <https://example.com/help>');
  });

  it('names the languages of the rules that there are', () => {
    const folders = readdirSync('src/adapters/rules').filter((name) => /^[a-z]{2}$/.test(name));
    const names = new Intl.DisplayNames('en', { type: 'language' });
    for (const folder of folders) expect(described()).toContain(String(names.of(folder)));
  });
});
