// The client library as a developer uses it. Each answer is checked against the OpenAPI document before the test sees it.
import { Agent } from 'node:http';
import { CallAnalysis } from '../../../clients/typescript/src/index.js';
import { checkAnswer } from './responses.js';

/**
 * It sends each request once: tests want the answer that a repetition would hide.
 * @param rootUrl the address of the service, with `/api/v1` or without
 * @param apiKey an access token or an API key
 */
export function checkedClient(rootUrl: string, apiKey?: string): CallAnalysis {
  return new CallAnalysis({
    baseUrl: rootUrl.replace(/\/api\/v1$/, ''),
    apiKey,
    maxRetries: 0,
    // A connection of its own for each request: the service may close one that waits.
    agent: new Agent(),
    onAnswer: ({ method, url, status, headers, text }) => {
      if (text !== null) checkAnswer(method, new URL(url).pathname, new Response(null, { status, headers }), text);
    },
  });
}
