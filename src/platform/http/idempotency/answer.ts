// What a handler's value becomes on the wire, so that it can be kept before it is sent.
import type { Response } from 'express';

export const JSON_TYPE = 'application/json; charset=utf-8';

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Status and headers are set before the handler runs; text is sent as it is, anything else as JSON. */
export function answered(value: unknown, response: Response): Answer {
  const status = response.statusCode;
  if (typeof value !== 'string') return { status, contentType: JSON_TYPE, body: JSON.stringify(value) ?? '' };
  return { status, contentType: String(response.getHeader('Content-Type') ?? ''), body: value };
}
