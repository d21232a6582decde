// Asks a running service as one of its accounts, and checks every answer against the OpenAPI document.

import type { Account, TestService } from '../apps/running-service.js';
import { recordedCall } from '../builders/scripted-call.js';
import { answerTo } from '../matchers/answers.js';
import { contractFetch } from './responses.js';

export interface AskOptions {
  /** GET without a body and POST with one, unless given. */
  readonly method?: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string | Blob>>;
  /** The account's access token unless given; null sends no credential. */
  readonly credential?: string | null;
}

export type Ask = ReturnType<typeof askAs>;

export function askAs(service: TestService, account: Account) {
  return async (path: string, { method, json, form, credential }: AskOptions = {}) => {
    const body = form ? new FormData() : json === undefined ? null : JSON.stringify(json);
    if (body instanceof FormData) for (const [name, value] of Object.entries(form ?? {})) body.set(name, value);
    const token = credential === undefined ? account.accessToken : credential;
    const sent = method ?? (body === null ? 'GET' : 'POST');
    const response = await contractFetch(`${service.baseUrl}${path}`, {
      method: sent,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      body,
    });
    const text = await response.text();
    const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '');
    const answer = { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
    return answerTo(`${sent} ${path}`, answer);
  };
}

/** The scripted call as an upload from this agent to this contact. */
export const upload = (agent: string, contact: string, more: Readonly<Record<string, string>> = {}) => ({
  form: { audio_file: new Blob([new Uint8Array(recordedCall())]), agent_id: agent, contact_id: contact, ...more },
});
