// The events of the document as text of a stream.
import { documentedAnswer } from './documented-answers.js';

/** @param chunk text, or `@progress`, `@completed`, `@failed` for an event of the document */
export function eventText(chunk: string, route: string): string {
  if (!chunk.startsWith('@')) return chunk;
  const name = chunk.slice(1);
  if (name === 'failed') {
    const failed = documentedAnswer('GET /analysis/{id}', 200, 'failed')?.body;
    return `id: 1010\nevent: failed\ndata: ${JSON.stringify(failed)}\n\n`;
  }
  const blocks = String(documentedAnswer(route)?.body).split('\n\n');
  const found = blocks.find((block) => block.includes(`event: ${name}\n`));
  if (!found) throw new Error(`The document has no event ${name}`);
  return `${found}\n\n`;
}
