// A stub of the provider: the same words for every recording, and for every question about a call the smallest answer that fits
// the schema. It answers at once, or each transcription after TRANSCRIPTION_MS and each question after ANSWER_MS. With SPOKEN it
// hears these sentences, one on each line, with the times of their words. Prints its port.
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const TRANSCRIPTION_MS = Number(process.env.TRANSCRIPTION_MS ?? 0);
const ANSWER_MS = Number(process.env.ANSWER_MS ?? 0);

const SPOKEN = process.env.SPOKEN?.split('\n') ?? ['Thank you for calling.'];

const SEGMENTS = Array.from({ length: 10 }, (_, id) => ({
  id,
  start: id * 3,
  end: id * 3 + 2,
  text: SPOKEN[id % SPOKEN.length],
}));
const TRANSCRIPTION = JSON.stringify({
  task: 'transcribe',
  language: 'english',
  duration: 30,
  segments: SEGMENTS,
  ...(process.env.SPOKEN !== undefined && { words: SEGMENTS.flatMap(wordsOf) }),
});

function wordsOf({ start, end, text }) {
  const words = text.split(' ');
  const each = (end - start) / words.length;
  return words.map((word, at) => ({ word, start: start + at * each, end: start + (at + 0.9) * each }));
}

const server = createServer(async (request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url.endsWith('/models')) {
    response.end('{"object":"list","data":[]}');
    return;
  }
  if (request.url.endsWith('/audio/transcriptions')) {
    request.resume().on('end', () => {
      if (TRANSCRIPTION_MS === 0) response.end(TRANSCRIPTION);
      else setTimeout(() => response.end(TRANSCRIPTION), TRANSCRIPTION_MS);
    });
    return;
  }
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  if (ANSWER_MS > 0) await pause(ANSWER_MS);
  const asked = JSON.parse(body);
  const schema = asked.text?.format?.schema ?? asked.response_format?.json_schema?.schema;
  const text = JSON.stringify(smallest(schema));
  const message = { role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] };
  response.end(
    JSON.stringify(
      request.url.endsWith('/responses')
        ? {
            id: 'resp_1',
            object: 'response',
            status: 'completed',
            output: [{ type: 'message', id: 'msg_1', ...message }],
          }
        : {
            id: '1',
            object: 'chat.completion',
            choices: [{ index: 0, finish_reason: 'stop', message: { ...message, content: text } }],
          },
    ),
  );
});
server.listen(0, process.env.PROVIDER_HOST ?? '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

function smallest(schema) {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return smallest(schema.anyOf[0]);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, smallest(part)]));
    case 'array':
      return [];
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return 0;
  }
}
