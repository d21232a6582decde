// Which recordings are measured: a synthetic set that is made during the run, recordings without speech, or a folder of the user.
import { access, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { mixDown, RATE, record, saveTelephone, saveWav, whiteNoise, withNoise } from './audio.mjs';
import { scripts } from './scripts.mjs';

/** Pairs of flite's voices that a person can distinguish. kal is the roughest and the hardest for the recogniser. */
const PAIRS = [
  { agent: 'rms', customer: 'slt' },
  { agent: 'slt', customer: 'awb' },
  { agent: 'awb', customer: 'slt' },
  { agent: 'slt', customer: 'kal' },
];

const LINES = [
  { line: 'wide band', telephone: false, snrDb: null },
  { line: 'telephone', telephone: true, snrDb: null },
  { line: 'wide band, 20 dB noise', telephone: false, snrDb: 20 },
  { line: 'telephone, 20 dB noise', telephone: true, snrDb: 20 },
];

/** `lines` by layout: mono over a noisy line takes longest to recognise and tells least. */
const SIZES = {
  quick: { pairs: 1, lines: { stereo: ['wide band', 'telephone'], mono: ['wide band'] }, without: ['bank-card'] },
  usual: { pairs: 1, lines: { stereo: LINES.map(({ line }) => line), mono: ['wide band', 'telephone'] }, without: [] },
  all: {
    pairs: PAIRS.length,
    lines: { stereo: LINES.map(({ line }) => line), mono: LINES.map(({ line }) => line) },
    without: [],
  },
};

/**
 * Plans `{name, group, make(file)}`: `make` writes the file just before it is measured, and gives its reference. The agent's
 * channel alternates from call to call, so that an engine cannot be right by always taking the left one.
 *
 * @param size `quick`, `usual` or `all`
 */
export function syntheticPlans({ size, speak }) {
  const { pairs, lines, without } = SIZES[size];
  const chosen = scripts.filter(({ name }) => !without.includes(name));
  return chosen.flatMap((script, scriptIndex) =>
    Array.from({ length: pairs }, (_, at) => (pairs === 1 ? scriptIndex % 3 : at)).flatMap((pairIndex) =>
      LINES.flatMap((on) =>
        ['stereo', 'mono']
          .filter((layout) => lines[layout].includes(on.line))
          .map((layout) => planOf({ script, scriptIndex, pairIndex, on, layout, speak })),
      ),
    ),
  );
}

function planOf({ script, scriptIndex, pairIndex, on: { line, telephone, snrDb }, layout, speak }) {
  const voices = PAIRS[pairIndex];
  const agentChannel = (scriptIndex + pairIndex) % 2;
  const seed = 1 + 10 * scriptIndex + pairIndex;
  return {
    name: `${script.name} ${voices.agent}+${voices.customer} ${layout}, ${line}`,
    group: `${layout}, ${line}`,
    make: async (file) => {
      const { channels, turns, durationMs } = await record(script, voices, agentChannel, speak, seed);
      const noisy = snrDb === null ? channels : withNoise(channels, snrDb, seed);
      const laid = layout === 'mono' ? mixDown(noisy) : noisy;
      await (telephone ? saveTelephone(laid, file) : saveWav(laid, file));
      return { turns, durationMs, facts: factsOf(script, turns), expected: script.expected };
    },
  };
}

function factsOf(script, turns) {
  return script.facts.map(([rule, speaker, quote]) => {
    if (quote === null) return { rule, speaker, quote };
    const words = (text) => text.toLowerCase().replace(/[^a-z' ]+/g, '');
    const turn = turns.findIndex((each) => each.speaker === speaker && words(each.text).includes(quote));
    if (turn < 0) throw new Error(`${script.name}: the ${speaker} does not say "${quote}"`);
    return { rule, speaker, quote, turn };
  });
}

/** Plans of recordings without speech: their reference is null. */
export function speechlessPlans() {
  const length = 20 * RATE;
  const tone = (hertz, level) => (at) => level * Math.sin((2 * Math.PI * hertz * at) / RATE);
  const sampled = (value) => Int16Array.from({ length }, (_, at) => Math.round(32_767 * value(at)));
  const ringing = (at) => (at % (5 * RATE) < 2 * RATE ? tone(440, 0.1)(at) + tone(480, 0.1)(at) : 0);
  const hum = (at) => tone(50, 0.02)(at) + tone(150, 0.01)(at);
  // A slow chord with a beat, like music on hold.
  const music = (at) =>
    (0.6 + 0.4 * Math.sin((2 * Math.PI * at) / RATE)) *
    (tone(262, 0.05)(at) + tone(330, 0.05)(at) + tone(392, 0.05)(at) + tone(784, 0.02)(at));
  const sounds = [
    ['silence', () => new Int16Array(length)],
    ['white noise', () => whiteNoise(length, 0.02, 7)],
    ['loud white noise', () => whiteNoise(length, 0.15, 8)],
    ['hum', () => sampled(hum)],
    ['ringing tone', () => sampled(ringing)],
    ['music', () => sampled(music)],
  ];
  return sounds.map(([name, make]) => ({
    name,
    group: 'without speech',
    make: async (file) => {
      await saveWav([make()], file);
      return null;
    },
  }));
}

/** The recordings named by the `*.reference.json` files of a folder. */
export async function folderPlans(folder) {
  const plans = [];
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.reference.json')).sort()) {
    const reference = JSON.parse(await readFile(join(folder, name), 'utf8'));
    checkReference(reference, name);
    for (const recording of reference.recordings) {
      const file = resolve(folder, recording);
      await access(file).catch(() => {
        throw new Error(`${name} names ${recording}, which is not there`);
      });
      plans.push({ name: recording, group: reference.group ?? 'own recordings', file, reference });
    }
  }
  if (plans.length === 0) throw new Error(`There is no *.reference.json in ${folder}`);
  return plans;
}

function checkReference(reference, name) {
  const faults = [];
  if (!Array.isArray(reference.recordings) || reference.recordings.length === 0) faults.push('recordings');
  const isTurn = (turn) =>
    ['agent', 'customer'].includes(turn?.speaker) &&
    typeof turn.text === 'string' &&
    Number.isFinite(turn.startMs) &&
    Number.isFinite(turn.endMs);
  if (!Array.isArray(reference.turns) || !reference.turns.every(isTurn)) faults.push('turns');
  if (reference.facts !== undefined && !Array.isArray(reference.facts)) faults.push('facts');
  const { expected } = reference;
  if (expected !== undefined && !(expected.findings && expected.violations && expected.observations)) {
    faults.push('expected');
  }
  if (faults.length > 0)
    throw new Error(`${name}: missing or wrong: ${faults.join(', ')} (see bench/quality/README.md)`);
}
