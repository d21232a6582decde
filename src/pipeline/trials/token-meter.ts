// Tokens that the current run has used, as its providers tell them.
import { Injectable } from '@nestjs/common';
import { type ProviderCaller, ProviderCalls } from '../../platform/operations/provider-calls.js';

export interface UsedTokens {
  readonly input: number;
  readonly output: number;
}

@Injectable()
export class TokenMeter {
  private readonly used = new WeakMap<ProviderCaller, UsedTokens>();

  constructor(private readonly calls: ProviderCalls) {
    calls.listen(({ inputTokens, outputTokens }) => {
      const caller = calls.caller.getStore();
      if (caller?.tried === undefined) return;
      const before = this.used.get(caller) ?? { input: 0, output: 0 };
      this.used.set(caller, { input: before.input + inputTokens, output: before.output + outputTokens });
    });
  }

  /** Null where no provider has told any: an earlier run has asked it, or none is asked. */
  ofThisRun(): UsedTokens | null {
    const caller = this.calls.caller.getStore();
    const used = caller && this.used.get(caller);
    return used && used.input + used.output > 0 ? used : null;
  }
}
