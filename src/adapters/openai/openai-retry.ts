// Models now and then give one response that cannot be used: the adapters repeat such a request once.
import { afterAnswer } from '../../ports/provider-error.js';
import { UnusableResponseError } from '../vendor/provider-failure.js';
import { toProviderError } from './openai-error.js';

/** Runs a transcription again when it throws UnusableResponseError. A second one becomes a final ProviderError. */
export async function retryUnusableResponse<T>(transcribe: () => Promise<T>): Promise<T> {
  try {
    return await transcribe();
  } catch (error) {
    if (!(error instanceof UnusableResponseError)) throw error;
  }
  try {
    return await afterAnswer(transcribe());
  } catch (error) {
    throw error instanceof UnusableResponseError ? toProviderError(error, 'transcription') : error;
  }
}
