// Compares what the engines of a trial gave with what people gave, call by call, and has a thread compute the figures. What is
// counted of an item is kept in its row: a worker that takes over does not compare it again.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { formOf, PublishedScorecards } from '../../scorecards/cards/published-scorecards.js';
import type { Form } from '../../scorecards/form/form.js';
import { Comparing } from './figures/comparing.js';
import {
  type EditedCall,
  type FiguresTask,
  pairsOf,
  type TrialFigures,
  type TriedCall,
} from './figures/figures-task.js';
import { areRolesWrong, type Hearing, readAnswers, readHearing, textsOf } from './figures/item-result.js';
import type { EndedTrial } from './trial-claims.js';
import {
  findCorrected,
  questionsAsked,
  readAnswersOfPeople,
  readCorrected,
  readVerdictsOfPeople,
} from './trial-truth.js';

interface ItemRow {
  readonly id: string;
  readonly analysisId: string;
  readonly engine: string;
  readonly audioMs: number;
  readonly spentMs: number;
  readonly costMicros: number | null;
  readonly errors: number | null;
  readonly words: number | null;
  readonly rolesWrong: boolean | null;
  readonly languageWrong: boolean | null;
}

const ITEMS: PreparedStatement = {
  name: 'completed-items-of-engine-trial',
  text: `SELECT id, analysis_id AS "analysisId", engine, audio_ms::float8 AS "audioMs", spent_ms::float8 AS "spentMs",
           cost_micros::float8 AS "costMicros", errors, words, roles_wrong AS "rolesWrong", language_wrong AS "languageWrong"
         FROM engine_trial_item WHERE trial_id = $1 AND status = 'completed' ORDER BY analysis_id, engine`,
};
const RESULTS: PreparedStatement = {
  name: 'results-of-engine-trial',
  text: `SELECT engine, result FROM engine_trial_item
         WHERE trial_id = $1 AND analysis_id = $2 AND status = 'completed' AND result IS NOT NULL`,
};
const COUNTED: PreparedStatement = {
  name: 'count-words-of-engine-trial',
  text: `UPDATE engine_trial_item SET errors = $4, words = $5, roles_wrong = $6, language_wrong = $7
         WHERE trial_id = $1 AND analysis_id = $2 AND engine = $3`,
};

@Injectable()
export class ComputeFigures {
  constructor(
    private readonly dataSource: DataSource,
    private readonly comparing: Comparing,
    private readonly scorecards: PublishedScorecards,
  ) {}

  async run(trial: EndedTrial, signal: AbortSignal): Promise<TrialFigures> {
    const found = await this.items(trial);
    const ids = [...new Set(found.map(({ analysisId }) => analysisId))];
    const uncounted = new Set(found.filter(({ errors }) => errors === null).map(({ analysisId }) => analysisId));
    const compared =
      trial.task === 'transcription'
        ? await this.compareHearings(trial, ids, uncounted, signal)
        : await this.readAnswers(trial, ids);
    const items = await this.items(trial);
    const engines = trial.engines.map((name) => ({
      name,
      calls: items.filter(({ engine }) => engine === name).map((item) => triedCall(item, compared.answers)),
    }));
    return this.comparing.figures({ ...compared.task, task: trial.task, engines }, signal);
  }

  private items({ id }: EndedTrial): Promise<ItemRow[]> {
    return queryPrepared<ItemRow>(this.dataSource, ITEMS, [id]);
  }

  private async compareHearings(
    trial: EndedTrial,
    ids: readonly string[],
    uncounted: ReadonlySet<string>,
    signal: AbortSignal,
  ) {
    const corrected = await findCorrected(this.dataSource, trial.accountId, ids);
    for (const id of corrected) if (uncounted.has(id)) await this.countErrors(trial, id, signal);
    const pairs = pairsOf(trial.engines);
    const edits: EditedCall[][] = pairs.map(() => []);
    for (const id of corrected.length > 0 ? [] : ids) {
      const heard = await this.heardIn(trial, id);
      for (const [at, [first, second]] of pairs.entries()) {
        const [one, other] = [heard.get(first), heard.get(second)];
        if (!one || !other) continue;
        const { errors, words, heardWords } = await this.compare(one, other, signal);
        edits[at]?.push({ id, edits: errors, words: (words + heardWords) / 2 });
      }
    }
    return { answers: NO_ANSWERS, task: { given: new Map(), questions: new Map(), edits } };
  }

  private async countErrors(trial: EndedTrial, analysisId: string, signal: AbortSignal): Promise<void> {
    const said = await readCorrected(this.dataSource, trial.accountId, analysisId);
    if (said === null) return;
    for (const [engine, heard] of await this.heardIn(trial, analysisId)) {
      const { errors, words } = await this.compare(said, heard, signal);
      const wrong = [areRolesWrong(said, heard), said.language !== null && said.language !== heard.language];
      await queryPrepared(this.dataSource, COUNTED, [trial.id, analysisId, engine, errors, words, ...wrong]);
    }
  }

  private compare(said: Hearing, heard: Hearing, signal: AbortSignal) {
    const language = said.language ?? heard.language;
    const task = { said: textsOf(said), heard: textsOf(heard), language, wantsRuns: false };
    return this.comparing.compare(task, signal);
  }

  private async heardIn(trial: EndedTrial, analysisId: string): Promise<ReadonlyMap<string, Hearing>> {
    const rows = await this.results(trial, analysisId);
    return new Map(rows.map(({ engine, result }) => [engine, readHearing(result)]));
  }

  private results({ id }: EndedTrial, analysisId: string) {
    return queryPrepared<{ engine: string; result: string }>(this.dataSource, RESULTS, [id, analysisId]);
  }

  private async readAnswers(trial: EndedTrial, ids: readonly string[]) {
    const { accountId, scorecardId, revision } = trial;
    const answers: AnswersByItem = new Map();
    for (const id of ids)
      for (const { engine, result } of await this.results(trial, id))
        answers.set(`${id} ${engine}`, readAnswers(result));
    const isOfForm = scorecardId !== null && revision !== null;
    const form: Form | null = isOfForm
      ? formOf(await this.scorecards.revision(this.dataSource, accountId, scorecardId, revision))
      : null;
    const given = isOfForm
      ? await readAnswersOfPeople(this.dataSource, accountId, { scorecardId, revision }, ids)
      : await readVerdictsOfPeople(this.dataSource, accountId, ids);
    const task: Pick<FiguresTask, 'given' | 'questions' | 'edits'> = {
      given,
      questions: questionsAsked(form),
      edits: [],
    };
    return { answers, task };
  }
}

type AnswersByItem = Map<string, ReturnType<typeof readAnswers>>;
const NO_ANSWERS: AnswersByItem = new Map();

function triedCall(item: ItemRow, answers: AnswersByItem): TriedCall {
  const { analysisId: id, engine, audioMs, spentMs, costMicros, errors, words, rolesWrong, languageWrong } = item;
  const heard =
    errors === null || words === null
      ? null
      : { id, errors, words, rolesWrong: rolesWrong === true, languageWrong: languageWrong === true };
  return { id, audioMs, spentMs, costMicros, heard, answers: answers.get(`${id} ${engine}`) ?? [] };
}
