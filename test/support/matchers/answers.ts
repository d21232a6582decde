// What a failing test says of an answer beside its status: the request, and the body where the test has read it. `matchers.ts`
// prints it.

interface Origin {
  /** Such as `POST /api/v1/analysis`. */
  readonly request: string;
  readonly text: string | undefined;
}

const origins = new WeakMap<object, Origin>();

/** @returns the answer, after noting which request it answers */
export function answerTo<Answer extends object>(request: string, answer: Answer, text?: string): Answer {
  origins.set(answer, { request, text });
  return answer;
}

export const originOf = (answer: object): Origin | undefined => origins.get(answer);
