// Sends recordings whose every word is known over HTTP to the built service, and compares the results with what was said.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { paint } from '../progress.mjs';
import { HIGH_CONFIDENCE, score, sum } from '../score.mjs';
import { analyse } from '../service.mjs';
import { percent } from '../tables.mjs';
import { inLanes } from './dialogues.mjs';

/** The local engine uses a core per channel, so that more calls would only wait for each other. */
const MAX_CONCURRENT_CALLS = 2;
/** A recording without speech takes this part of the time of a call. */
const SPEECHLESS_WEIGHT = 0.2;

/**
 * @param plans of recordings.mjs
 * @param start starts the service; resolves to `{ api, stop }`
 */
export function planRecordings({ plans, start, workDir }) {
  return {
    units: plans.reduce((units, plan) => units + weightOf(plan), 0),
    run: async (tick, { note, print }) => {
      const service = await start(note);
      try {
        let done = 0;
        const measured = await inLanes([...plans.entries()], MAX_CONCURRENT_CALLS, async ([index, plan]) => {
          const each = await measure(plan, join(workDir, `recording-${index}.wav`), service.api, note);
          done += 1;
          print(lineOf(done, plans.length, each));
          tick(plan.name, weightOf(plan));
          return each;
        });
        return report(measured);
      } finally {
        await service.stop();
      }
    },
  };
}

function weightOf({ group }) {
  return group === 'without speech' ? SPEECHLESS_WEIGHT : 1;
}

async function measure(plan, path, api, note) {
  const file = plan.file ?? path;
  const reference = plan.reference ?? (await plan.make(file));
  const from = Date.now();
  const analysis = await analyse(api, file, (progress) =>
    note(`${plan.name}: ${progress?.stage ?? 'queued'} ${progress?.percent ?? 0} %`),
  );
  const seconds = (Date.now() - from) / 1000;
  if (plan.file === undefined) await rm(file, { force: true });
  const { name, group } = plan;
  if (analysis.status !== 'completed') return { name, group, seconds, failed: analysis.metadata.error_message };
  const { engine } = analysis.metadata;
  const about = { name, group, seconds, engine, confidence: engine?.mean_confidence ?? null };
  if (reference === null) return { ...about, speechless: true, text: analysis.transcript.text };
  const { method } = analysis.transcript.diarization;
  return { ...about, method, durationMs: reference.durationMs ?? null, ...score(analysis, reference) };
}

function report(measured) {
  const spoken = measured.filter(({ failed, speechless }) => !failed && !speechless);
  const groups = [...new Set(spoken.map(({ group }) => group))].map((group) => ({
    group,
    ...sum(spoken.filter((each) => each.group === group)),
  }));
  const all = sum(spoken);
  const speechless = measured.filter((each) => each.speechless);
  const cleanStereo = groups.find(({ group }) => group === 'stereo, wide band');
  const mono = sum(spoken.filter(({ group }) => group.startsWith('mono')));
  const engine = spoken[0]?.engine ?? speechless[0]?.engine;
  const rows = [...groups, ...(groups.length > 1 ? [{ group: 'all', ...all }] : [])];
  return {
    measures: {
      failed: measured.filter(({ failed }) => failed).length,
      'not-verbatim': spoken.length === 0 ? null : all.quotations - all.faithful,
      'roles-on-stereo': cleanStereo === undefined ? null : cleanStereo.turnsWrong + cleanStereo.turnsUnassigned,
      'roles-on-mono': mono.recordings === 0 ? null : mono.turnsWrongConfident,
      speechless: speechless.length === 0 ? null : speechless.filter(({ text }) => text !== '').length,
    },
    tables: rows.length === 0 ? [] : [recordingTable(engine, rows)],
    details: { engine: engine ? `${engine.transcription} + ${engine.analysis}` : null, groups, recordings: measured },
  };
}

function recordingTable(engine, rows) {
  const columns = [
    ['recordings', ({ recordings }) => String(recordings)],
    ['word errors', ({ wordErrors, said }) => rate(wordErrors, said)],
    ['roles right', ({ turnsRight, turns, turnsUnheard }) => rate(turnsRight, turns - turnsUnheard)],
    ['wrong', ({ turnsWrong }) => String(turnsWrong)],
    ['wrong, confident', ({ turnsWrongConfident }) => String(turnsWrongConfident)],
    ['unassigned', ({ turnsUnassigned }) => String(turnsUnassigned)],
    ['facts found', ({ found, planted }) => `${rate(found, planted)} of ${planted}`],
    ['claims right', ({ claimsRight, claims }) => (claims === 0 ? '-' : `${rate(claimsRight, claims)} of ${claims}`)],
    ['quotations', ({ faithful, quotations }) => `${rate(faithful, quotations)} of ${quotations}`],
  ];
  return {
    title: `Recordings (${engine.transcription} + ${engine.analysis}; "confident" is ${HIGH_CONFIDENCE} or more)`,
    head: ['recordings', ...columns.map(([title]) => title)],
    rows: rows.map((row) => [row.group, ...columns.map(([, cell]) => cell(row))]),
  };
}

function rate(part, whole) {
  return percent(whole === 0 ? null : part / whole);
}

/** The result of one recording on one line. */
function lineOf(done, total, each) {
  return `[${done}/${total}] ${each.name}  ${resultOf(each)}  ${each.seconds.toFixed(0)} s`;
}

function resultOf(each) {
  if (each.failed) return paint('red', `failed: ${each.failed}`, process.stderr);
  if (each.speechless) {
    return each.text === '' ? 'no text' : paint('red', `text: ${each.text.slice(0, 60)}`, process.stderr);
  }
  const { words, roles, facts, claims, method } = each;
  return [
    `words wrong ${rate(words.errors, words.said)}, roles ${roles.right}/${roles.turns} (${method}, ${roles.confidence})`,
    `facts ${facts.found}/${facts.planted}`,
    ...(facts.missed.length > 0 ? [`missed ${facts.missed.join(' ')}`] : []),
    ...(claims?.false.length > 0 ? [`false ${claims.false.join(' ')}`] : []),
  ].join(', ');
}
