// Actions of the demo at the service, through the public API only.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  type Analysis,
  CallAnalysis,
  CallAnalysisError,
  type Evaluation,
  type Progress,
  type ScorecardRevision,
} from '../../../clients/typescript/src/index.js';
import { mailedToken } from '../mailed-token.js';
import { callOf } from './demo-recording.js';
import { overruling, type ShownReview, WITHDRAWAL } from './demo-review.js';
import type { SampleScorecard } from './demo-scorecard.js';

/** An evaluation takes a fraction of a second where no language model is asked. */
const POLL_MS = 100;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Judged {
  readonly evaluation: Evaluation;
  readonly form: ScorecardRevision;
}

/** Uses the TypeScript library, as a user's program would. */
export class DemoClient {
  private api;
  private secret = '';
  private given: Credentials = { email: '', password: '' };

  /** @param baseUrl the address of the service, without `/api/v1` */
  constructor(
    baseUrl: string,
    private readonly print: (line: string) => void,
  ) {
    this.api = new CallAnalysis({ baseUrl });
  }

  /** Registers, follows the link in the mail, logs in and creates an API key. */
  async openAccount(outboxDir: string): Promise<void> {
    const credentials = {
      email: `demo-${randomBytes(4).toString('hex')}@example.com`,
      password: randomBytes(12).toString('base64url'),
    };
    await this.api.auth.register(credentials);
    this.print(`  registered     ${credentials.email}`);
    await this.api.auth.verifyEmail({ token: await mailedToken(outboxDir, credentials.email) });
    this.print('  verified       with the link from the outbox');
    const { access_token } = await this.api.auth.logIn(credentials);
    const { key, key_prefix } = await this.api.withApiKey(access_token).apiKeys.create({ name: 'Demo' });
    this.secret = key;
    this.given = credentials;
    this.api = this.api.withApiKey(key);
    this.print(`  made a key     ${key_prefix}…`);
  }

  /** API key that the client made, to be shown at the terminal. */
  get key(): string {
    return this.secret;
  }

  /** Credentials for signing in to the console. */
  get credentials(): Credentials {
    return this.given;
  }

  /** @param onProgress called with each step, and with null once the analysis is final */
  async analyse(file: string, onProgress: (progress: Progress | null) => void): Promise<Analysis> {
    const { id, progress } = await this.api.analyses.create({ ...callOf(file), file });
    onProgress(progress);
    const analysis = await this.api.analyses.waitForCompletion(id, { onProgress });
    onProgress(null);
    return analysis;
  }

  /** Makes the scorecard, publishes its form, and judges the call by it. */
  async judge(analysisId: string, { scorecard, revision }: SampleScorecard): Promise<Judged> {
    const { scorecards, evaluations } = this.api;
    const { id } = await scorecards.create(scorecard);
    const draft = await scorecards.createRevision(id, revision);
    const form = await scorecards.publishRevision(id, draft.revision);
    let evaluation = await evaluations.create(analysisId, { scorecard_id: id });
    while (evaluation.status === 'processing') {
      await setTimeout(POLL_MS);
      evaluation = await evaluations.get(evaluation.id);
    }
    return { evaluation, form };
  }

  /** Submits the recordings, each to be evaluated by the scorecards. @returns the ids of the analyses */
  async submit(files: readonly string[], scorecards: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const file of files) {
      const { id } = await this.api.analyses.create({ ...callOf(file), file, scorecards: [...scorecards] });
      ids.push(id);
    }
    return ids;
  }

  /** Until the analysis and its evaluations are final. */
  async settled(id: string): Promise<void> {
    await this.api.analyses.waitForCompletion(id);
    const { evaluations } = this.api;
    while ((await evaluations.listOfAnalysis(id)).items.some(({ status }) => status === 'processing'))
      await setTimeout(POLL_MS);
  }

  /** Overrules one verdict, and withdraws that. */
  async review(analysis: Analysis): Promise<ShownReview> {
    const { analyses, reviews, reviewQueue } = this.api;
    const { items } = await reviewQueue.list();
    const worthALook = items.find(({ analysis_id: id }) => id === analysis.id) ?? null;
    const review = await reviews.create(analysis.id, overruling(analysis));
    const reviewed = await analyses.get(analysis.id);
    const withdrawal = await reviews.create(analysis.id, WITHDRAWAL);
    return { worthALook, review, analysis: reviewed, withdrawal };
  }

  /** Downloads the report as one file; without the recording where that is too large. */
  async reportOf(id: string): Promise<string> {
    const report = (audio: 'embedded' | 'link') => this.api.analyses.report(id, { audio });
    return report('embedded').catch((error: unknown) => {
      if (error instanceof CallAnalysisError && error.status === 400) return report('link');
      throw error;
    });
  }

  /** @returns the billed minutes; null when nothing was billed */
  async minutesOf(analysisId: string): Promise<number | null> {
    for await (const { analysis_id, minutes } of this.api.billing.records())
      if (analysis_id === analysisId) return minutes;
    return null;
  }
}
