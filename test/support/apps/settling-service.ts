// A running service without a worker, whose evaluations the test settles as a worker does.
import { DataSource } from 'typeorm';
import { Config, loadConfig } from '../../../src/platform/config/config.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { computeFigures } from '../../../src/scorecards/answers/figures.js';
import { writtenAnswers, writtenForm } from '../../scorecards/written-forms.js';
import { evaluationClaims } from '../builders/evaluation-claims.js';
import { addCompletedCalls, addScorecard } from '../builders/evaluation-data.js';
import { checkedPaths } from '../clients/checked-paths.js';
import { startTestService } from './running-service.js';

const FORM = writtenForm(
  'opening 40: notice 10; sale 0 / closing 60: offer 20 if=sale:yes; solved 10 human; tone 10 good=2 fair=1 bad=0! suggest',
  { pass_mark: 80 },
);

export const PROVENANCE = {
  judge: null,
  prompt_version: null,
  revision_hash: `sha256:${'0'.repeat(64)}`,
  transcript_hash: `sha256:${'1'.repeat(64)}`,
  input_tokens: null,
  output_tokens: null,
  cost: null,
};

export type SettlingService = Awaited<ReturnType<typeof startSettlingService>>;
export type SettlingAccount = Awaited<ReturnType<SettlingService['accountWith']>>;

export async function startSettlingService(settings: Readonly<Record<string, string>> = {}) {
  const service = await startTestService({ PROCESS: 'api', ...settings });
  const dataSource = await new DataSource(dataSourceOptions(service.env.DATABASE_URL ?? '', 4)).initialize();
  const claims = evaluationClaims(dataSource, loadConfig(service.env) satisfies Config);

  /** An account with a scorecard of two published revisions and completed calls. */
  async function accountWith(calls = 1, form = FORM) {
    const { accessToken, liveKey, email } = await service.openAccount();
    const [{ id: accountId }] = await dataSource.query('SELECT id FROM account WHERE email = $1', [email]);
    const parties = Array.from({ length: calls }, (_, i) => ({ agentId: `agent-${i}`, contactId: `cust-${i}` }));
    const callIds = await addCompletedCalls(dataSource, accountId, parties);
    const cardId = await addScorecard(dataSource, accountId, { forms: [form, form] });
    const api = checkedPaths(service.baseUrl, accessToken);
    const evaluate = (analysisId: string, body: { scorecard_id?: string; revision?: number } = {}) =>
      api.post('/analysis/{id}/evaluations', { path: { id: analysisId }, body: { scorecard_id: cardId, ...body } });
    const used = async () => (await api.get('/billing/usage')).evaluations_count;
    return { accountId, api, accessToken, liveKey, callIds, callId: callIds[0] ?? '', cardId, evaluate, used };
  }

  /** As a worker does. @param answers as `written-forms.ts` says */
  async function settle(id: string, answers: string, form = FORM): Promise<void> {
    const claimed = await claims.claim(id);
    if (!claimed) throw new Error('The evaluation is not there to be claimed');
    const judged = writtenAnswers(answers);
    const figures = computeFigures(form, judged);
    const texts = {
      judged: JSON.stringify(judged),
      sections: JSON.stringify(figures.sections),
      answers: JSON.stringify(figures.answers),
      autoFails: JSON.stringify(figures.autoFails),
      provenance: JSON.stringify(PROVENANCE),
    };
    const { score, coverage, outcome } = figures;
    await dataSource.transaction((tx) => claims.complete(tx, claimed, { score, coverage, outcome, ...texts }));
  }

  return {
    service,
    dataSource,
    claims,
    accountWith,
    settle,
    async close() {
      await dataSource.destroy();
      await service.stop();
    },
  };
}
