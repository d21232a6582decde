// Requests about one evaluation that an agent acknowledges and disputes.
import type { ReviewableCall } from '../builders/reviewable-call.js';
import type { Ask } from './interface-client.js';

export const ON_OFFER = { question: 'offer', claim: 'yes', note: 'I offered it at once.' };

/** @param credential in place of the account's token */
const by = (credential: string | undefined) => credential !== undefined && { credential };

export function disputeRequests(ask: Ask, { evaluationId, callId }: ReviewableCall) {
  const resolve = (id: string, json: object = {}, credential?: string) =>
    ask(`/disputes/${id}/resolve`, {
      json: {
        reviewer_id: 'jonas',
        decision: 'overturned',
        answers: [{ question: 'offer', answer: 'yes' }],
        note: 'She offers it.',
        ...json,
      },
      ...by(credential),
    });
  return {
    dispute: (more: object = {}, credential?: string) =>
      ask(`/evaluations/${evaluationId}/disputes`, {
        json: { raised_by: 'agent-7', answers: [ON_OFFER], ...more },
        ...by(credential),
      }),
    acknowledge: (json: object, credential?: string) =>
      ask(`/evaluations/${evaluationId}/acknowledge`, { json, ...by(credential) }),
    resolve,
    uphold: (id: string, more: object = {}) => resolve(id, { decision: 'upheld', answers: [], ...more }),
    evaluation: async () => (await ask(`/evaluations/${evaluationId}`)).body,
    reviews: async () => (await ask(`/analysis/${callId}/reviews`)).body,
    queue: async (query = '') => (await ask(`/review-queue${query}`)).body,
    /** A person's answer to a question. */
    answerTo: (question: string, json: object) =>
      ask(`/evaluations/${evaluationId}/answers/${question}`, { method: 'PUT', json }),
  };
}

export type DisputeRequests = ReturnType<typeof disputeRequests>;
