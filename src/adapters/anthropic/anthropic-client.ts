// Anthropic's SDK with limits. It takes a quarter of a second to load: import this module where the provider is chosen.
import { Anthropic, APIConnectionError, APIConnectionTimeoutError } from '@anthropic-ai/sdk';
import { BoundedClient, type BoundedClientOptions, type Vendor } from '../sdk/bounded-client.js';
import { toProviderError } from './anthropic-error.js';
import { readUsage } from './anthropic-message.js';

const ANTHROPIC: Vendor<Anthropic> = {
  connect: ({ baseUrl, apiKey, fetch, timeout }) =>
    new Anthropic({
      baseURL: baseUrl,
      apiKey,
      // Set to null, so that the SDK does not read it from the environment.
      webhookKey: null,
      maxRetries: 0,
      timeout,
      logLevel: 'off',
      fetch,
    }),
  withFetch: (sdk, fetch) => sdk.withOptions({ fetch }),
  readUsage,
  toProviderError,
  timedOut: () => new APIConnectionTimeoutError(),
  unwrap: (error) => (error instanceof APIConnectionError ? error.cause : error),
};

export class AnthropicClient extends BoundedClient<Anthropic> {
  constructor(options: BoundedClientOptions) {
    super(options, ANTHROPIC);
  }
}
