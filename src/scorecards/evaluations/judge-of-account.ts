// The judge of scorecards as an account has chosen it, for what is asked about no single call: orders, estimates.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FormJudge } from '../../ports/form-judge.js';
import { EngineChoices } from '../../work/engines/engine-choices.js';

@Injectable()
export class JudgeOfAccount {
  constructor(
    private readonly judge: FormJudge,
    private readonly choices: EngineChoices,
  ) {}

  /** @param tx the transaction in which it is asked for */
  async of(accountId: string, tx: EntityManager): Promise<FormJudge> {
    const chosen = await this.choices.ofAccount(accountId, tx);
    return this.judge.of(chosen?.analysis, accountId);
  }
}
