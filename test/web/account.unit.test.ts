// What of developers, plan and settings needs no browser.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DE } from '../../web/src/texts/de.js';
import { EN } from '../../web/src/texts/en.js';
import { EVENTS } from '../../web/src/views/developers/events.js';
import { environmentOf, PROGRAMS, sourceOf } from '../../web/src/views/developers/first-request.js';
import { SCOPES } from '../../web/src/views/developers/scopes.js';
import { metadataOf, rowsOf } from '../../web/src/views/settings/metadata.js';
import { actOf, maxOverageCents } from '../../web/src/views/settings/plan-change.js';

const { components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  components: { schemas: Readonly<Record<string, { enum: readonly string[] }>> };
};
const valuesOf = (schema: string) => components.schemas[schema]?.enum ?? [];

describe('words', () => {
  it.each([
    ['Scope', ['developers.scope', 'developers.scopeOpens'], SCOPES],
    ['WebhookEvent', ['developers.event'], EVENTS],
    ['ApiKeyMode', ['developers.mode', 'developers.modeMeans'], null],
    ['Plan', ['settings.plan'], null],
  ] as const)('are there in both languages for each %s of the API', (schema, families, offered) => {
    const values = valuesOf(schema);
    expect(values.length).toBeGreaterThan(1);
    if (offered !== null) expect([...offered].sort(), 'what the console offers').toEqual([...values].sort());
    for (const family of families)
      for (const value of values)
        for (const texts of [EN, DE]) expect(Object.keys(texts)).toContain(`${family}.${value.replace('.', '_')}`);
  });

  it('are there in both languages for each fault of a delivery', () => {
    const listed = /The word under `error` of an attempt is one of:([\s\S]*?)\n\n/.exec(read('docs/webhooks.md'))?.[1];
    const words = [...(listed ?? '').matchAll(/`(\w+)`/g)].map(([, word]) => word);
    expect(words.length).toBeGreaterThan(5);
    for (const texts of [EN, DE])
      expect(Object.keys(texts)).toEqual(expect.arrayContaining(words.map((word) => `developers.fault.${word}`)));
  });
});

const read = (file: string) => readFileSync(file, 'utf8');

describe('a first request', () => {
  it('is the program of the README, which is run there', () => {
    const libraries = PROGRAMS.filter(({ library }) => library !== null);
    expect(libraries, 'programs with a library').toHaveLength(4);
    for (const { library, source } of libraries) expect(read(`clients/${library}/README.md`)).toContain(source);
  });

  it('has a recording in place of the scenario for a live key, as the samples of the API do', () => {
    const spaceless = (text: string) => text.replace(/\s+/g, '').replace(/,$/, '');
    const samples = spaceless(JSON.parse(`[${JSON.stringify(read('src/pages/site/examples/code-samples.json'))}]`)[0]);
    for (const program of PROGRAMS) {
      const [scenario, file] = program.recording;
      expect(sourceOf(program, true)).toContain(scenario);
      expect(sourceOf(program, false)).not.toMatch(/scenario/i);
      expect(sourceOf(program, false)).toContain(file);
      if (program.library !== null) expect(samples).toContain(JSON.stringify(spaceless(file)).slice(1, -1));
    }
  });

  it('holds the key while it is shown, else a placeholder of its mode', () => {
    const url = 'https://calls.example.com';
    expect(environmentOf({ url, key: 'sk_live_1', isTest: false })).toBe(
      'export CALL_ANALYSIS_URL=https://calls.example.com\nexport CALL_ANALYSIS_API_KEY=sk_live_1\n',
    );
    expect(environmentOf({ url, key: null, isTest: true })).toContain('sk_test_…');
    expect(environmentOf({ url, key: null, isTest: false })).toContain('sk_live_…');
  });
});

describe('a press on a plan', () => {
  const free = { plan: 'free', price_cents: 0 } as const;
  const starter = { plan: 'starter', price_cents: 4900 } as const;
  const growth = { plan: 'growth', price_cents: 19_900 } as const;
  const offers = [free, starter, growth];
  const present = (plan: typeof free | typeof starter | typeof growth, more: object = {}) => ({
    ...plan,
    status: 'active' as const,
    pending_plan: null,
    cancel_at_period_end: false,
    ...more,
  });

  it.each([
    ['free', present(free), ['present', 'subscribe', 'subscribe']],
    ['paid', present(starter), ['cancel', 'present', 'upgrade']],
    ['paid at the highest', present(growth), ['cancel', 'downgrade', 'present']],
    ['to be lowered', present(growth, { pending_plan: 'starter' }), ['cancel', 'coming', 'keep']],
    [
      'cancelled',
      present(growth, { cancel_at_period_end: true, pending_plan: 'free' }),
      ['coming', 'downgrade', 'keep'],
    ],
    [
      'in an open checkout',
      present(free, { status: 'incomplete', pending_plan: 'starter' }),
      ['present', 'pay', 'none'],
    ],
  ] as const)('of one who is %s', (_, subscription, acts) => {
    expect(offers.map((offer) => actOf(subscription, offer))).toEqual(acts);
  });

  it('says what further minutes cost at most', () => {
    expect([maxOverageCents(50, 5), maxOverageCents(0.01, 5), maxOverageCents(0, 5)]).toEqual([250, 1, 0]);
  });
});

describe('own data', () => {
  it('stay what they are while their text is as it was', () => {
    const metadata = { team: 'a', n: 1, is: true, none: null };
    const rows = rowsOf(metadata);
    expect(rows.map(({ text }) => text)).toEqual(['a', '1', 'true', 'null']);
    expect(metadataOf(rows)).toEqual(metadata);
    expect(metadataOf(rows.map((row) => (row.key === 'n' ? { ...row, text: '2' } : row)))).toMatchObject({ n: '2' });
  });

  it('without a key are left out', () => {
    expect(metadataOf([{ id: 1, key: ' ', text: 'x', given: null }])).toEqual({});
  });
});
