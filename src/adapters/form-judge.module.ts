// Provides the judge of scorecards to a process that answers requests and works on no calls: it has a client of its own.
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { ProviderMetrics } from '../platform/operations/metrics/provider-metrics.js';
import { ProviderCalls } from '../platform/operations/provider-calls.js';
import { FormJudge } from '../ports/form-judge.js';
import { chooseFormJudge, openAiClient } from './choose-engines.js';
import { OpenAiClient } from './openai/openai-client.js';

@Global()
@Module({
  providers: [
    ProviderCalls,
    ProviderMetrics,
    { provide: OpenAiClient, inject: [Config, ProviderCalls], useFactory: openAiClient },
    { provide: FormJudge, inject: [Config, OpenAiClient], useFactory: chooseFormJudge },
  ],
  exports: [FormJudge, ProviderCalls],
})
export class FormJudgeModule implements OnApplicationShutdown {
  constructor(@Inject(OpenAiClient) private readonly client: OpenAiClient | null) {}

  async onApplicationShutdown(): Promise<void> {
    await this.client?.close();
  }
}
