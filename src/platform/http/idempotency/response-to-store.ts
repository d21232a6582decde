// Computes the response that a handler's return value becomes, so that it can be stored before it is sent.
import type { Response } from 'express';
import { JSON_TYPE } from '../body/send-text.js';

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Nest sets status and headers before the handler runs. A string is sent as it is, anything else as JSON. */
export function answerOf(value: unknown, response: Response): Answer {
  const status = response.statusCode;
  if (typeof value !== 'string') return { status, contentType: JSON_TYPE, body: JSON.stringify(value) ?? '' };
  return { status, contentType: String(response.getHeader('Content-Type') ?? ''), body: value };
}
