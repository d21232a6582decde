import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { reportPage, type Sound } from '../../../src/pages/call-page/report-page.js';
import type { ReportedCall } from '../../../src/pages/call-page/reported-call.js';
import { sampleReportedCall } from '../../support/builders/reported-call.js';

const HOSTILE = `</script></style><script>alert("1")</script><img src=x onerror='alert(1)'>`;
const LINK: Sound = { from: 'link', url: 'https://calls.example.com/api/v1/recordings/1?a=b&signature=c' };

const page = (call: ReportedCall, sound: Sound = LINK) => {
  return [...reportPage(call, sound).parts].join('');
};

/** Every text that a client, a caller or an engine chooses. */
function hostile(): ReportedCall {
  const text = JSON.stringify(sampleReportedCall().analysis, (key, value: unknown) =>
    typeof value === 'string' && !['id', 'started_at', 'speaker', 'status', 'url', 'object'].includes(key)
      ? `${value}${HOSTILE}`
      : value,
  );
  const analysis: ReportedCall['analysis'] = JSON.parse(text);
  const { transcript, results } = analysis;
  if (transcript === null || results === null) throw new Error('The sample is completed');
  for (const segment of transcript.segments) segment.speaker = `speaker${HOSTILE}`;
  return { ...sampleReportedCall(), analysis, transcript, results };
}

describe('the report of a call', () => {
  it('shows hostile words as words: it has the elements of an ordinary report, and no others', () => {
    const elements = (text: string) =>
      [...text.matchAll(/<\/?(script|style|img|audio|meta)[\s>]/g)].map(([, name]) => name);
    const attacked = page(hostile());
    expect(attacked).toContain('&#60;/script&#62;&#60;/style&#62;&#60;script&#62;alert(&#34;1&#34;)');
    expect(attacked).not.toContain(HOSTILE);
    expect(elements(attacked)).toEqual(elements(page(sampleReportedCall())));
  });

  it('allows by its policy its one script, its one style and the address of the recording, in the page and for the header', () => {
    const { parts, contentSecurityPolicy } = reportPage(sampleReportedCall(), LINK);
    const whole = [...parts].join('');
    const hashOf = (element: string) => {
      const source = new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`).exec(whole)?.[1] ?? '';
      return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
    };
    expect(contentSecurityPolicy).toBe(
      `default-src 'none'; script-src ${hashOf('script')}; style-src ${hashOf('style')}; ` +
        "img-src data:; media-src https://calls.example.com; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const inPage = contentSecurityPolicy.replace("; frame-ancestors 'none'", '').replaceAll("'", '&#39;');
    expect(whole).toContain(`<meta http-equiv="Content-Security-Policy" content="${inPage}">`);
    expect(whole).not.toMatch(/ style="| on\w+="/);
  });

  it('shows beside each score how much it rests on, where the results know it', () => {
    const shown = (change: (results: ReportedCall['results']) => void) => {
      const call = sampleReportedCall();
      change(call.results);
      return /<dt>Quality<\/dt>\n<dd>(.*?)<\/dd>/.exec(page(call))?.[1]?.replace(/<[^>]+>/g, '');
    };
    expect(shown(() => undefined)).toBe('100 of 100; 100 % assessed');
    expect(shown(({ quality }) => Object.assign(quality, { overall_score: null, coverage: 0.25 }))).toBe(
      'not assessable 25 % assessed',
    );
    expect(shown(({ quality }) => delete quality.coverage)).toBe('100 of 100');
  });

  it('plays every quotation and turn from its start, and leads to the turn without a script', () => {
    const text = page(sampleReportedCall());
    expect(text).toContain('<a href="#turn-2" data-start="6.1"><q dir="auto">Can you confirm your date of birth?</q>');
    expect(text).toContain('id="turn-2" data-start="6.1" data-end="8.2"');
    expect(text).toContain('<audio id="audio" controls preload="metadata" src="https://calls.example.com/api/v1/');
  });

  it('marks the turns that a person edited, and says which version of the transcript it shows', () => {
    const call = sampleReportedCall();
    const [first, ...others] = call.transcript.segments;
    if (!first) throw new Error('The sample has turns');
    const transcript = { ...call.transcript, version: 2, segments: [{ ...first, edited: true }, ...others] };
    const corrected = page({ ...call, transcript });
    expect(corrected.match(/corrected/g), 'edited turns').toHaveLength(1);
    expect(corrected).toContain('<p class="note">Version 2: put right by a person</p>');
    expect(page(call)).not.toMatch(/corrected|Version \d/);
  });

  it('leaves a place for an embedded recording, and says so where none is stored', () => {
    const embedded = reportPage(sampleReportedCall(), { from: 'page' });
    const parts = [...embedded.parts];
    const place = parts.indexOf(null);
    expect(parts.slice(0, place).join('')).toMatch(/preload="metadata" src="$/);
    expect(parts.slice(place).join('')).toMatch(/^"><\/audio>/);
    expect(embedded.contentSecurityPolicy).toContain('media-src data:;');
    const silent = page(sampleReportedCall(), null);
    expect(silent).toContain('The recording is no longer stored');
    expect(silent).not.toMatch(/<audio|media-src/);
  });

  it('says the call, the agent, the contact, the date, the length and the engine', () => {
    const text = page(sampleReportedCall())
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(text).toContain('sample-agent with sample-contact 2026-11-20 10:00 UTC 0:10 long inbound');
    expect(text).toContain('Transcribed by sample, evaluated by sample: grade demo');
    expect(text).toContain('0.18 minutes for 10.8 s of audio, in test mode: not charged.');
  });
});

it('the page of the longest call comes in parts, none of them long to make', () => {
  const call = sampleReportedCall();
  const segments = Array.from({ length: 20_000 }, (_, id) => ({
    ...call.transcript.segments[0]!,
    id,
    text: `words ${id}`,
  }));
  const parts = [...reportPage({ ...call, transcript: { ...call.transcript, segments } }, null).parts];
  expect(parts.join(''), 'the last turn').toContain('words 19999');
  expect(Math.max(...parts.map((part) => part?.length ?? 0)), 'characters of the longest part').toBeLessThan(200_000);
});

it('tells what is masked and marks it, and has no sound where the recording is withheld', () => {
  const call = sampleReportedCall();
  const [segment] = call.transcript.segments;
  if (!segment) throw new Error('The sample has turns');
  segment.text = 'It is [CARD_NUMBER_1], or ####.';
  expect(page(call), 'marks in a call of which nothing was to be masked').not.toContain('<mark>');
  const redaction = {
    ...call.analysis.redaction,
    ...{
      status: 'applied' as const,
      types: { card_number: 2 },
      audio: 'redacted' as const,
      original: 'deleted' as const,
    },
  };
  const shown = page({ ...call, analysis: { ...call.analysis, redaction } });
  expect(shown).toContain('It is <mark>[CARD_NUMBER_1]</mark>, or <mark>####</mark>.');
  expect(shown).toContain(
    'Masked: 2 × card number. The recording is masked in the same places. The original is deleted.',
  );
  const withheld = { ...redaction, status: 'withheld' as const, audio: 'withheld' as const };
  const silent = page({ ...call, analysis: { ...call.analysis, redaction: withheld } }, null);
  expect(silent).toContain('The recording is withheld, so this report has no audio.');
  expect(silent).not.toContain('<audio');
});
