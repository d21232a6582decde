// What of the acts and details of a call needs no browser.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isMoving } from '../../web/src/parts/delivery-state.js';
import { DE } from '../../web/src/texts/de.js';
import { EN } from '../../web/src/texts/en.js';
import { EXPORT_TYPES, EXPORTS, fileNameOf } from '../../web/src/views/call/acts/exports.js';
import { customMetadata, OWN_MEMBERS } from '../../web/src/views/call/details/custom-metadata.js';
import { findRecord, PAGE_RECORDS } from '../../web/src/views/call/details/find-record.js';

const { schemas } = JSON.parse(readFileSync('openapi.json', 'utf8')).components;

describe('the words of the details', () => {
  const TEXTS = [EN, DE] as Readonly<Record<string, string>>[];
  const errors: string[] = [...schemas.WebhookAttempt.properties.error.description.matchAll(/`(\w+)`/g)].map(
    ([, word]) => word,
  );

  it.each<[string, readonly string[]]>([
    ['acts.hearing.reason', schemas.HearingReason.enum],
    ['acts.delivery', schemas.DeliveryStatus.enum],
    ['acts.grade', schemas.EngineGrade.enum],
    ['acts.speakers', schemas.DiarizationMethod.enum],
    ['acts.may', schemas.ReviewLinkAct.enum],
    ['acts.via', schemas.ReviewVia.enum],
    ['acts.answer', schemas.FindingAnswer.enum],
    ['acts.direction', schemas.CallDirection.enum],
    ['acts.event', schemas.WebhookDelivery.properties.event.enum.map((event: string) => event.replace('.', '_'))],
    ['acts.attempt', errors],
    ['finding', schemas.FindingPath.enum.map((path: string) => path.replace(/^\w+\./, ''))],
  ])('have %s for each value that the document names', (family, values) => {
    expect(values.length).toBeGreaterThan(1);
    for (const texts of TEXTS) for (const value of values) expect(texts[`${family}.${value}`], value).toMatch(/\w/);
  });
});

describe('exports', () => {
  it('are the formats of the document, and the whole as JSON', () => {
    expect([...EXPORTS]).toEqual([...schemas.ExportFormat.enum, 'json']);
    expect(Object.keys(EXPORT_TYPES)).toEqual([...EXPORTS]);
  });

  it('are named by agent, contact and day, whatever the names hold', () => {
    const created = Date.parse('2026-11-26T10:42:00Z') / 1000;
    const name = (agentId: string, contactId: string) => fileNameOf({ agentId, contactId, created }, 'srt');
    expect(name('agent-7', 'cust 42')).toBe('agent-7_cust-42_2026-11-26.srt');
    expect(name('../../etc/passwd', '.bashrc')).toBe('etc-passwd_bashrc_2026-11-26.srt');
    expect(name('<img src=x onerror="hit()">', 'Jörg')).toBe('img-src-x-onerror-hit_Jörg_2026-11-26.srt');
    expect(name('///', '\u202e')).toBe('call_call_2026-11-26.srt');
    expect(name('x'.repeat(255), 'y'.repeat(255)).length).toBeLessThan(120);
  });
});

describe('the metadata of a call', () => {
  it('shows the client’s keys, and none of the service’s', () => {
    for (const name of ['CompletedMetadata', 'FailedMetadata', 'AnalysisMetadata'])
      expect(Object.keys(schemas[name].properties).sort(), name).toEqual([...OWN_MEMBERS].sort());
    expect(customMetadata({ version: '1', team: 'north', order: 7, tags: ['a'] })).toEqual([
      ['team', 'north'],
      ['order', '7'],
      ['tags', '["a"]'],
    ]);
  });
});

it('a notification moves while it is due, not while it waits for hours', () => {
  const now = Date.parse('2026-11-26T10:00:00Z');
  const pending = (next_attempt_at: string) => ({ status: 'pending', next_attempt_at });
  const moving = [
    pending('2026-11-26T09:59:59Z'),
    pending('2026-11-26T10:00:05Z'),
    pending('2026-11-26T15:00:00Z'),
    { status: 'delivered', next_attempt_at: null },
  ].map((delivery) => isMoving(delivery, now));
  expect(moving).toEqual([true, true, false, false]);
});

describe('what a call was billed', () => {
  // Newest first; several are billed in one second.
  const records = Array.from({ length: 1_234 }, (_, index) => ({
    analysis_id: `call-${index}`,
    created: 1_790_000_000 - Math.floor(index / 7),
  }));
  const search = async (analysisId: string, at: number, among = records) => {
    let pages = 0;
    const found = await findRecord(
      async (skip) => {
        pages += 1;
        return { items: among.slice(skip, skip + PAGE_RECORDS), total: among.length };
      },
      analysisId,
      at,
    );
    return { found, pages };
  };

  it('is found wherever it stands in the ledger, in few pages', async () => {
    for (const record of records) {
      const { found, pages } = await search(record.analysis_id, record.created);
      expect(found).toBe(record);
      expect(pages, record.analysis_id).toBeLessThanOrEqual(6);
    }
  });

  it('is nothing where the ledger has no entry', async () => {
    for (const at of [0, 1_789_999_900, 1_790_000_000, 1_800_000_000])
      expect((await search('another', at)).found, String(at)).toBeNull();
    expect((await search('another', 0, [])).found).toBeNull();
  });
});
