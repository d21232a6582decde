// A transcription server that knows what is said in the recording, and gives the words with probabilities of the kind that the
// bench asks for. It finds out by the course of the loudness which channel a request holds, and from when on.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { RATE } from './audio.mjs';
import { seededRandom } from './random.mjs';

export const ANSWER_KINDS = ['of words', 'avg_logprob', 'none', 'all 1.0', 'NaN'];

const FRAME = RATE / 10;
const FRAME_MS = 100;
const WAV_HEADER_BYTES = 44;
/** Probabilities lie this far around their mean. */
const SPREAD = 0.05;

/**
 * @param recording `{ channels, turns }` as audio.mjs gives it
 * @returns `{ url, answerWith({ kind, heard }), stop }`; `heard` is the mean probability, where the kind has one
 */
export async function startEngineStub({ channels, turns }) {
  const courses = channels.map((samples) => loudness(samples));
  let answers = { kind: ANSWER_KINDS[0], heard: 1 };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    response.setHeader('content-type', 'application/json');
    if (request.url.endsWith('/audio/transcriptions')) {
      const piece = locate(wavOf(Buffer.concat(chunks)), courses);
      response.end(transcription(piece, turns, answers));
    } else {
      response.end('{"object":"list","data":[{"id":"stub","object":"model"}]}');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    answerWith: (next) => {
      answers = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The samples of the wav file in a form. */
function wavOf(body) {
  const start = body.indexOf('RIFF');
  if (start < 0) throw new Error('The request holds no wav file');
  const bytes = body.readUInt32LE(start + 40);
  const data = body.subarray(start + WAV_HEADER_BYTES, start + WAV_HEADER_BYTES + bytes);
  return new Int16Array(data.buffer.slice(data.byteOffset, data.byteOffset + 2 * Math.floor(data.length / 2)));
}

/** Decibels of each frame. */
function loudness(samples) {
  return Array.from({ length: Math.floor(samples.length / FRAME) }, (_, frame) => {
    let sum = 1;
    for (let at = frame * FRAME; at < (frame + 1) * FRAME; at += 1) sum += samples[at] ** 2;
    return 10 * Math.log10(sum / FRAME);
  });
}

/** Where the samples fit best: the channel, and from which time on in milliseconds. */
function locate(samples, courses) {
  const heard = loudness(samples);
  let best = { likeness: -1, channel: 0, fromMs: 0 };
  for (const [channel, course] of courses.entries()) {
    for (let frame = 0; frame === 0 || frame + heard.length <= course.length; frame += 1) {
      const likeness = correlation(heard, course.slice(frame, frame + heard.length));
      if (likeness > best.likeness) best = { likeness, channel, fromMs: frame * FRAME_MS };
    }
  }
  return { ...best, toMs: best.fromMs + heard.length * FRAME_MS };
}

function correlation(one, other) {
  const length = Math.min(one.length, other.length);
  const mean = (values) => values.slice(0, length).reduce((sum, value) => sum + value, 0) / length;
  const [meanOne, meanOther] = [mean(one), mean(other)];
  let [both, ofOne, ofOther] = [0, 0, 0];
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [one[at] - meanOne, other[at] - meanOther];
    both += a * b;
    ofOne += a * a;
    ofOther += b * b;
  }
  return both / Math.sqrt(ofOne * ofOther || 1);
}

/** `verbose_json`; NaN as Python's json module writes it, which is no JSON. */
function transcription({ channel, fromMs, toMs }, turns, { kind, heard }) {
  const random = seededRandom(fromMs + channel);
  const probability = () => (kind === 'all 1.0' ? 1 : Math.min(0.999, heard + SPREAD * (2 * random() - 1)));
  const own = turns.filter((turn) => turn.channel === channel && turn.startMs < toMs && turn.endMs > fromMs);
  const segments = own.map(({ startMs, endMs, text }, id) => {
    const [start, end] = [startMs, endMs].map((ms) => Math.max(0, (ms - fromMs) / 1000));
    const words = text.split(' ').map((word, at, all) => ({
      word,
      start: start + ((end - start) * at) / all.length,
      end: start + ((end - start) * (at + 1)) / all.length,
      ...(kind === 'of words' || kind === 'all 1.0' ? { probability: probability() } : {}),
    }));
    const logprob = { avg_logprob: Math.log(probability()) };
    return {
      ...{ id, start, end, text, no_speech_prob: 0.01 },
      ...(kind === 'avg_logprob' ? logprob : {}),
      ...(kind === 'NaN' ? { avg_logprob: 'NaN' } : {}),
      ...(kind === 'of words' || kind === 'all 1.0' || kind === 'NaN'
        ? { words: words.map((word) => (kind === 'NaN' ? { ...word, probability: 'NaN' } : word)) }
        : {}),
    };
  });
  const answer = { task: 'transcribe', language: 'english', duration: (toMs - fromMs) / 1000, segments };
  return JSON.stringify({ ...answer, text: own.map(({ text }) => text).join(' ') }).replaceAll('"NaN"', 'NaN');
}
