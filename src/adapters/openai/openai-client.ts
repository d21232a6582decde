// OpenAI's SDK with limits.
import OpenAI from 'openai';
import { BoundedClient, type BoundedClientOptions, type Vendor } from '../sdk/bounded-client.js';
import { toProviderError } from './openai-error.js';
import { readUsage } from './openai-usage.js';

const OPENAI: Vendor<OpenAI> = {
  connect: ({ baseUrl, apiKey, fetch, timeout }) =>
    new OpenAI({
      baseURL: baseUrl,
      apiKey,
      // Set to null, so that the SDK does not read them from the environment.
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      maxRetries: 0,
      timeout,
      logLevel: 'off',
      fetch,
    }),
  withFetch: (sdk, fetch) => sdk.withOptions({ fetch }),
  readUsage,
  toProviderError,
  timedOut: () => new OpenAI.APIConnectionTimeoutError(),
  unwrap: (error) => (error instanceof OpenAI.APIConnectionError ? error.cause : error),
};

export class OpenAiClient extends BoundedClient<OpenAI> {
  constructor(options: BoundedClientOptions) {
    super(options, OPENAI);
  }
}
