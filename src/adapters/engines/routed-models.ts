// Judge calls, answer scorecards and look for names by the language model, or the rules, that the current work has chosen.
import {
  type AnalystEngine,
  type AnalystReport,
  CallAnalyst,
  type CallToAnalyse,
  type RoleAssignment,
} from '../../ports/call-analyst.js';
import type { ChosenEngine, NamedEngine } from '../../ports/engine-trouble.js';
import {
  type AskedQuestion,
  FormJudge,
  type FormJudgeEngine,
  type JudgeCost,
  type ProposedAnswers,
} from '../../ports/form-judge.js';
import {
  type CallToSearch,
  type ProposedSpan,
  type ProposedType,
  type ProposerEngine,
  SpanProposer,
} from '../../ports/span-proposer.js';
import type { ModelAsker } from '../model/model-asker.js';
import type { EngineSet } from './engine-set.js';

/** A judge of calls, of questions and of names, under the name that it has in this installation. */
export interface NamedModel {
  readonly named: NamedEngine;
  /** Asks the model itself; null where none is asked. */
  readonly asker: ModelAsker | null;
  readonly analyst: CallAnalyst;
  readonly judge: FormJudge;
  readonly proposer: SpanProposer;
}

export class RoutedCallAnalyst extends CallAnalyst {
  constructor(private readonly set: EngineSet<NamedModel>) {
    super();
  }

  /** The analyst of work that chooses none. */
  get default(): CallAnalyst {
    return this.set.default.analyst;
  }

  get engine(): AnalystEngine {
    const { analyst, named } = this.set.present();
    return { ...analyst.engine, named };
  }

  get isCharged(): boolean {
    return this.set.present().analyst.isCharged;
  }

  phrasesToSpot(language: string | null): readonly string[] {
    return this.set.present().analyst.phrasesToSpot(language);
  }

  assignRoles(call: CallToAnalyse, signal: AbortSignal): Promise<RoleAssignment> {
    return this.set.present().analyst.assignRoles(call, signal);
  }

  analyse(call: CallToAnalyse, signal: AbortSignal): Promise<AnalystReport> {
    return this.set.present().analyst.analyse(call, signal);
  }

  check(): Promise<void> {
    return this.set.present().analyst.check();
  }
}

export class RoutedFormJudge extends FormJudge {
  constructor(private readonly set: EngineSet<NamedModel>) {
    super();
  }

  get engine(): FormJudgeEngine | null {
    return this.set.present().judge.engine;
  }

  override of(engine: ChosenEngine | undefined, accountId: string): FormJudge {
    return engine === undefined ? this.set.default.judge : this.set.chosen(engine, accountId).judge;
  }

  answer(call: CallToAnalyse, questions: readonly AskedQuestion[], signal: AbortSignal): Promise<ProposedAnswers> {
    return this.set.present().judge.answer(call, questions, signal);
  }

  costOf(...tokens: Parameters<FormJudge['costOf']>): JudgeCost | null {
    return this.set.present().judge.costOf(...tokens);
  }

  estimateTokens(transcriptCharacters: number, questions: readonly AskedQuestion[]) {
    return this.set.present().judge.estimateTokens(transcriptCharacters, questions);
  }
}

export class RoutedSpanProposer extends SpanProposer {
  constructor(private readonly set: EngineSet<NamedModel>) {
    super();
  }

  get engine(): ProposerEngine | null {
    return this.set.present().proposer.engine;
  }

  get isCharged(): boolean {
    return this.set.present().proposer.isCharged;
  }

  propose(
    call: CallToSearch,
    types: readonly ProposedType[],
    signal: AbortSignal,
  ): Promise<readonly ProposedSpan[] | null> {
    return this.set.present().proposer.propose(call, types, signal);
  }
}
