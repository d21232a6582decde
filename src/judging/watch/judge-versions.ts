// The versions of the judges of this installation: engine, model, prompt and rules.
import { Injectable } from '@nestjs/common';
import { FORM_RULES_VERSION } from '../../judgement/form/judge-form.js';
import { FormJudge } from '../../ports/form-judge.js';
import type { PresentJudges } from '../../scorecards/watch/watch-claims.js';
import type { JudgeVersionResponse } from '../../wire/drift.response.js';
import { EngineChoices } from '../../work/engines/engine-choices.js';

/** Choosing an engine by its name asks no account for a key. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class JudgeVersions {
  constructor(
    private readonly judge: FormJudge,
    private readonly choices: EngineChoices,
  ) {}

  /** @returns JSON text of the judge that an account's calls are judged by now */
  async of(accountId: string, asksModel: boolean): Promise<string> {
    const engine = (await this.choices.ofAccount(accountId))?.analysis?.name ?? this.choices.defaultOf('analysis');
    return this.version(asksModel ? engine : null);
  }

  present(): PresentJudges {
    const names = this.choices.offered('analysis');
    return {
      byEngine: Object.fromEntries(names.map((name) => [name, this.version(name)])),
      byDefault: this.version(this.choices.defaultOf('analysis')),
      withoutModel: this.version(null),
    };
  }

  private version(name: string | null): string {
    const isDefault = name === this.choices.defaultOf('analysis');
    const chosen = isDefault || name === null ? undefined : { name, apiKey: null };
    const model = name === null ? null : this.judge.of(chosen, NO_ACCOUNT).engine;
    const version: JudgeVersionResponse = {
      engine: model === null ? null : name,
      model: model?.name ?? null,
      prompt_version: model?.promptVersion ?? null,
      rules_version: FORM_RULES_VERSION,
    };
    return JSON.stringify(version);
  }
}
