// Stores a completed call of ten hours and 5,000 turns with a recording, for the console to show.
import { randomUUID } from 'node:crypto';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { judgeCall } from '../../dist/src/judgement/judge-call.js';
import { computeTalkMetrics } from '../../dist/src/judgement/talk-metrics.js';
import { toTranscriptResponse } from '../../dist/src/speech/transcript/transcript-wire.js';

export const TURNS = 5_000;
const TURN_MS = 7_200;
const DURATION_MS = TURNS * TURN_MS;
const WORD_MS = 250;
const SAMPLE_RATE_HZ = 8_000;
const PEAKS = 1_200;
/** Findings quote these turns, all over the call. */
const FINDINGS = [
  'identity_verification',
  'privacy_protection',
  'mandatory_disclosures',
  'purpose_declaration',
  'call_resolution',
  'greeting',
  'empathetic_language',
  'professionalism',
];

/** @returns {Promise<string>} the id of the analysis; its recording is a silent file with a hole, which takes no room */
export async function storeLongCall({ query }, accountId, dataDir) {
  const id = randomUUID();
  const transcript = longTranscript();
  await query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, audio_format, status, percent,
       settled_at, processing_time_ms, duration_ms, channels, damaged)
     VALUES ($1::uuid, $2, true, 'agent-7', 'cust-42', 'bench', 'recordings/' || $1::text, 'wav', 'completed', 100, now(), 1, $3, 1,
       false)`,
    [id, accountId, DURATION_MS],
  );
  const peaks = Buffer.from(Array.from({ length: PEAKS }, (_, pixel) => 40 + ((pixel * 37) % 180)));
  const texts = [
    toTranscriptResponse(transcript, false),
    toTranscriptResponse(transcript, true),
    judgeCall({ transcript, report: reportOn(transcript), outputLanguage: null }),
    computeTalkMetrics({ segments: transcript.segments, durationMs: DURATION_MS }),
    [{ channel: null, ms_per_peak: DURATION_MS / PEAKS, peaks: peaks.toString('base64') }],
  ].map((part) => JSON.stringify(part));
  await query(
    `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, envelopes, engine, results_summary)
     VALUES ($1, $2, $3, $4, $5, $6, '{}', '{}')`,
    [id, ...texts],
  );
  await writeRecording(join(dataDir, 'objects', 'recordings', id));
  return id;
}

function longTranscript() {
  const hearing = { score: 0.9, basis: ['engine'], assessable: true, reasons: [] };
  return {
    segments: Array.from({ length: TURNS }, (_, id) => turn(id)),
    language: 'en',
    diarization: { method: 'channel', roleConfidence: 0.99 },
    spotted: [],
    hearing: { agent: hearing, customer: hearing },
  };
}

function turn(id) {
  const startMs = id * TURN_MS;
  const text = `Turn number ${id + 1}, ${'and so they go on about the bill of last month '.repeat(1 + (id % 2))}today.`;
  const words = text.split(' ').map((word, index) => ({
    text: word,
    startMs: startMs + WORD_MS * index,
    endMs: startMs + WORD_MS * (index + 1),
    confidence: 0.9,
  }));
  const endMs = startMs + WORD_MS * words.length;
  return {
    id,
    speaker: id % 2 === 0 ? 'agent' : 'customer',
    channel: null,
    startMs,
    endMs,
    text,
    confidence: 0.9,
    words,
  };
}

function reportOn({ segments }) {
  const findings = FINDINGS.map((name, index) => {
    const { id, text } = segments[Math.floor((index * TURNS) / FINDINGS.length)];
    const quotes = [{ segmentId: id, quote: text.slice(0, text.indexOf(',')) }];
    return [name, { met: true, confidence: 0.9, quotes, spotted: false }];
  });
  return {
    findings: Object.fromEntries(findings),
    missingDisclosures: [],
    violations: [],
    observations: [],
    sentiment: { overall: 'neutral', customer: 'neutral', agent: 'neutral' },
    customerEffortScore: 2,
    strengths: [],
    recommendations: [],
    summary: 'They go on about a bill.',
    manipulationSuspected: false,
  };
}

async function writeRecording(path) {
  const dataBytes = (DURATION_MS / 1000) * SAMPLE_RATE_HZ * 2;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  header.writeUInt32LE(SAMPLE_RATE_HZ * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, header);
  await truncate(path, header.length + dataBytes);
}
