// The sample calls with the local engines, as a new user sees them: the results are compared with what was really said. [whole]
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analysis, Observation, Results, Violation } from '../../clients/typescript/src/index.js';
import { type Account, finalAnalysis, startTestService, type TestService } from '../support/apps/running-service.js';
import { ffmpegForTests } from '../support/audio/audio-fixtures.js';
import { repository, type SampleReference, sampleReference } from '../support/audio/sample-calls.js';
import { comparableWords, wordErrorRate } from '../support/audio/word-error-rate.js';
import { checkedClient } from '../support/clients/checked-client.js';

/** The local engine needs all of a core and has a low priority: beside the other suites a call waits until those are done. */
const MINUTES = 60_000;
const PATIENCE = 45 * MINUTES;
/** Which rule must report which planted fact. */
const RULE_OF: Readonly<Record<string, string>> = {
  'recording-disclosed': 'recording_disclosure',
  'agent-introduced': 'introduction',
  'birth-date-asked': 'identity_date_of_birth',
  'account-number-asked': 'identity_account_number',
  'double-charge': 'double_charge',
  empathy: 'empathy',
  'refund-with-time': 'timeframe_given',
  'churn-threat': 'churn_threat',
  'further-help-offered': 'offered_further_help',
  closing: 'closing',
  complaint: 'complaint',
  'card-number-asked': 'full_card_number_requested',
  dismissive: 'dismissive_language',
  'guarantee-given': 'unauthorised_guarantee',
  'manager-asked': 'escalation_request',
  'manager-refused': 'escalation_refused',
  'legal-threat': 'legal_threat',
  'recording-not-disclosed': 'recording_disclosure',
  'further-help-not-offered': 'offered_further_help',
};

type Noticed = Observation | Violation;

/** The second to fourth of the sixteen turns of the good call, without greeting and disclosure. The recogniser needs as long for
 *  noisy speech as it lasts. */
const EXCERPT = ['-ss', '12.6', '-to', '41.6'];

async function excerptOf(sample: string, folder: string): Promise<string> {
  const path = join(folder, sample);
  const from = join(repository, 'samples', sample);
  const args = ['-nostdin', '-v', 'error', ...EXCERPT, '-i', from, '-c', 'copy', path];
  await promisify(execFile)(await ffmpegForTests(), args);
  return path;
}

const isMissedPractice = (noticed: Noticed) => 'observed' in noticed && !noticed.observed;

describe('the sample calls', () => {
  let folder: string;
  let service: TestService;
  let account: Account;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sample-calls-'));
    service = await startTestService({ TRANSCRIPTION_ENGINE: 'pocketsphinx', ANALYSIS_ENGINE: 'rules' });
    account = await service.openAccount();
  }, 8 * MINUTES);
  afterAll(async () => {
    await service?.stop();
    await rm(folder, { recursive: true });
  });

  const analyse = async (path: string) => {
    const api = checkedClient(service.baseUrl, account.liveKey);
    const { id } = await api.analyses.create({ agent_id: 'agent-7', contact_id: 'cust-42', file: path });
    return completed(await finalAnalysis(api, id, PATIENCE));
  };
  const completed = (analysis: Analysis) => {
    const { transcript, results, metadata } = analysis;
    if (!transcript || !results) throw new Error(`It is ${analysis.status}: ${metadata.error_message}`);
    return { ...analysis, transcript, results };
  };

  const noticedIn = ({ results }: { results: Results }): readonly Noticed[] => [
    ...results.observations,
    ...results.compliance.violations,
  ];

  const found = (fact: SampleReference['facts'][number], noticed: readonly Noticed[], results: Results) => {
    if (fact.id === 'identity-not-checked') {
      const { performed, assessable } = results.compliance.identity_verification;
      return performed === false && assessable === true;
    }
    const own = noticed.filter(({ rule }) => rule === RULE_OF[fact.id]);
    if (fact.quote === null) return own.every(isMissedPractice);
    const { startMs, endMs, speaker } = fact;
    return own.some(({ citations }) =>
      citations.some(
        (citation) =>
          citation.speaker === speaker && citation.start * 1000 < (endMs ?? 0) && citation.end * 1000 > (startMs ?? 0),
      ),
    );
  };

  describe.each(['good-call', 'bad-call'])('%s', (name) => {
    let reference: SampleReference;
    let analysis: Awaited<ReturnType<typeof analyse>>;

    beforeAll(async () => {
      reference = await sampleReference(name);
      analysis = await analyse(join(repository, 'samples', `${name}.ogg`));
    }, PATIENCE);

    it('is completed by the local engine, which says what it is', () => {
      expect(analysis.metadata.error_message).toBeNull();
      expect(analysis.metadata.engine).toMatchObject({
        transcription: 'pocketsphinx',
        analysis: 'rules',
        grade: 'demo',
      });
      expect(Math.abs((analysis.call.duration_ms ?? 0) - reference.durationMs)).toBeLessThan(100);
      expect(analysis.transcript.diarization.method).toBe('channel');
    });

    it('has both parties heard well', () => {
      const wellHeard = { basis: ['engine', 'signal'], assessable: true, reasons: [] };
      expect(analysis.transcript.hearing).toMatchObject({ agent: wellHeard, customer: wellHeard });
    });

    it('has at most 15 % of its words wrong, each with the one who spoke', () => {
      for (const speaker of ['agent', 'customer']) {
        const said = reference.turns.filter((turn) => turn.speaker === speaker).flatMap(({ words }) => words);
        const heard = analysis.transcript.segments
          .filter((segment) => segment.speaker === speaker)
          .flatMap((segment) => comparableWords(segment.text));
        expect(wordErrorRate(said, heard), speaker).toBeLessThanOrEqual(0.15);
      }
    });

    it('has at least nine of the ten planted facts found where they were said', () => {
      const noticed = noticedIn(analysis);
      const missed = reference.facts.filter((fact) => !found(fact, noticed, analysis.results)).map(({ id }) => id);
      expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(1);
    });

    it('reports no violation that did not happen', () => {
      const rules = analysis.results.compliance.violations.map(({ rule }) => rule).sort();
      const planted = ['card_security_code_requested', 'full_card_number_requested', 'unauthorised_guarantee'];
      expect(rules).toEqual(name === 'bad-call' ? planted : []);
    });

    it('quotes nothing that is not in the transcript', () => {
      const { compliance, quality } = analysis.results;
      const cited = [...Object.values(compliance), ...Object.values(quality), ...noticedIn(analysis)].flatMap(
        (finding) => (typeof finding === 'object' && finding && 'citations' in finding ? finding.citations : []),
      );
      expect(cited.length).toBeGreaterThan(5);
      for (const { segment_id, quote, speaker } of cited) {
        const segment = analysis.transcript.segments[segment_id];
        expect(segment?.text).toContain(quote);
        expect(segment?.speaker).toBe(speaker);
      }
    });
  });

  it(
    'answers the phone-quality copy with "not assessable" instead of accusations',
    async () => {
      const { transcript, results, metadata } = await analyse(await excerptOf('good-call-phone.ogg', folder));
      const badlyHeard = { assessable: false, reasons: ['low_confidence', 'narrow_band'] };
      expect(transcript.hearing).toMatchObject({ agent: badlyHeard, customer: badlyHeard });
      expect(metadata.engine?.mean_confidence).toBeLessThan(0.65);
      expect(results.compliance.violations).toEqual([]);
      const findings = [...Object.values(results.compliance), ...Object.values(results.quality)] as {
        assessable?: boolean;
        performed?: boolean;
        present?: boolean;
        resolved?: boolean;
      }[];
      const judged = findings.filter((finding) => typeof finding?.assessable === 'boolean');
      expect(judged, 'findings that say whether they can be judged').toHaveLength(8);
      const accused = judged.filter((finding) => {
        return finding.assessable && !(finding.performed ?? finding.present ?? finding.resolved);
      });
      expect(accused).toEqual([]);
      expect(judged.map(({ assessable }) => assessable)).toContain(false);
      expect(results.observations.filter(isMissedPractice)).toEqual([]);
    },
    PATIENCE,
  );
});
