import { toProviderError, UnusableAnswerError } from './openai-error.js';

/** An answer that cannot be used is asked for once more; then it is final. */
export async function secondTry<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof UnusableAnswerError)) throw error;
  }
  try {
    return await attempt();
  } catch (error) {
    throw error instanceof UnusableAnswerError ? toProviderError(error, 'transcription') : error;
  }
}
