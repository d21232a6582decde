// Models now and then give one answer that cannot be used: the adapters repeat such a request once.
import { afterAnswer } from '../../ports/provider-error.js';
import { toProviderError, UnusableAnswerError } from './openai-error.js';

/** Runs a transcription again when it throws UnusableAnswerError. A second one becomes a final ProviderError. */
export async function retryUnusableAnswer<T>(transcribe: () => Promise<T>): Promise<T> {
  try {
    return await transcribe();
  } catch (error) {
    if (!(error instanceof UnusableAnswerError)) throw error;
  }
  try {
    return await afterAnswer(transcribe());
  } catch (error) {
    throw error instanceof UnusableAnswerError ? toProviderError(error, 'transcription') : error;
  }
}
