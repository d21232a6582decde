// Tokens and cost of the stages of a call, by the configured prices of the engines that did them.
import { Injectable } from '@nestjs/common';
import type { StageUse } from '../calls/results/stage-figures.js';
import { Config } from '../platform/config/config.js';
import type { UsedTokens } from '../ports/call-analyst.js';
import { FormJudge } from '../ports/form-judge.js';
import { type HeardTokens, sumOfTokens } from '../ports/speech-to-text.js';
import type { HeardPart } from '../speech/pieces/pieces-by-engine.js';

@Injectable()
export class StageUses {
  constructor(
    private readonly config: Config,
    private readonly judge: FormJudge,
  ) {}

  /** Transcription costs by the minute that was sent. */
  ofHearing(parts: readonly HeardPart[]): StageUse {
    const { all } = this.config.engines;
    const micros = parts.map(({ named, pieces }) => {
      const perMinute = (named && all.get(named.name)?.minuteMicros) ?? null;
      const heardMs = pieces.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
      return perMinute && (heardMs / 60_000) * perMinute;
    });
    return toUse(sumOfTokens(parts), micros);
  }

  /** @param used empty where no model was asked, or its provider does not tell all tokens */
  ofJudgement(used: readonly UsedTokens[], accountId: string): StageUse {
    const micros = used.map(({ engine: name, tokens }) => {
      if (name === null || !this.config.engines.all.has(name)) return null;
      const { inputTokens, outputTokens, cachedInputTokens, background } = tokens;
      const judge = this.judge.of({ name, apiKey: null }, accountId);
      return judge.costOf(inputTokens, outputTokens, cachedInputTokens, background)?.amountMicros ?? null;
    });
    return toUse(sumOfTokens(used), micros);
  }
}

/** A sum is known where each of its parts is. */
function toUse(tokens: HeardTokens | undefined, micros: readonly (number | null)[]): StageUse {
  const known = micros.filter((each) => each !== null);
  const isKnown = known.length > 0 && known.length === micros.length;
  const amount = known.reduce((sum, each) => sum + each, 0);
  return {
    tokens: tokens ? { input: tokens.inputTokens, output: tokens.outputTokens } : null,
    cost: isKnown ? { amount_micros: Math.round(amount), currency: 'usd' } : null,
  };
}
