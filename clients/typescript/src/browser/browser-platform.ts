import { argumentError } from '../error.js';
import type { Platform } from '../platform.js';
import { fetchExchange } from './fetch-exchange.js';
import { canTellProgress, uploadExchange } from './upload-exchange.js';

export const BROWSER: Platform = {
  environment: () => null,
  defaultUrl: originOfPage(),
  userAgent: null,
  connect: () => ({
    agent: undefined,
    exchange: (outgoing) => (canTellProgress(outgoing) ? uploadExchange(outgoing) : fetchExchange(outgoing)),
  }),
  fileAt: async () => {
    throw argumentError('file must be a File, a Blob or a Uint8Array: a page reads no paths.');
  },
};

function originOfPage(): string {
  const { location } = globalThis as { readonly location?: { readonly origin: string } };
  return location?.origin ?? 'http://localhost:3000';
}
