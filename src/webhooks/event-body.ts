// The body of a notification: an envelope around the Analysis as JSON. Stored wire parts are never parsed again.
import { type AnalysisFacts, analysisCallJson, analysisMetadataJson } from '../analysis/analysis-json.js';
import type { WebhookEvent } from './webhook-events.js';

export interface EventHead {
  readonly event: WebhookEvent;
  /** Equal to the `webhook-id` header. */
  readonly id: string;
  readonly createdAt: Date;
  readonly livemode: boolean;
}

/** The body of a notification: `{"event", "id", "created", "livemode", "data"}`. */
export function eventBody({ event, id, createdAt, livemode }: EventHead, analysis: AnalysisFacts): Buffer {
  const head = JSON.stringify({ event, id, created: unixSeconds(createdAt), livemode });
  const data = JSON.stringify({
    id: analysis.id,
    object: 'analysis',
    created: unixSeconds(analysis.created_at),
    livemode: analysis.livemode,
    status: analysis.status,
  });
  return utf8([
    `${head.slice(0, -1)},"data":${data.slice(0, -1)},"call":${analysisCallJson(analysis)},"transcript":`,
    analysis.transcript ?? 'null',
    ',"results":',
    analysis.results ?? 'null',
    `,"metadata":${analysisMetadataJson(analysis)}}}`,
  ]);
}

function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** Without putting the texts together first: a copy of each transcript would be most of what the garbage collector has to do. */
function utf8(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at);
  return bytes;
}
