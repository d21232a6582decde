import { CallAnalysisError } from '../../../clients/typescript/src/index.js';
import { answerTo } from '../matchers/answers.js';
import { PathError } from './path-error.js';

/** The refusal of a request; throws when the request succeeds. @returns for 422 the items as the detail */
export async function refusalOf(request: PromiseLike<unknown>): Promise<{ status: number | null; detail: unknown }> {
  const error = await request.then(
    (answer) => {
      throw new Error(`It was not refused: ${JSON.stringify(answer)}`);
    },
    (reason: unknown) => reason,
  );
  if (error instanceof CallAnalysisError) return { status: error.status, detail: error.items ?? error.detail };
  if (error instanceof PathError) return answerTo(error.request, { status: error.status, detail: error.detail });
  throw error;
}
