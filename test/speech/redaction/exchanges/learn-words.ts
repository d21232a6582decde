// Learns which words are data from marked calls. What is found already is a part of what a word is known by, so no call may teach
// the requests that it is read with: each half is read with requests that were learnt without it.
import { createHash } from 'node:crypto';
import type { KnownLanguage } from '../../../../src/phrases/known-languages.js';
import { REDACTION_TYPES, type RedactionType, TYPE_ROWS } from '../../../../src/ports/redaction.js';
import { askBookOf } from '../../../../src/speech/redaction/asks/ask-book.js';
import { requestsIn } from '../../../../src/speech/redaction/asks/learnt/learnt-asks.js';
import { ASKED_FOR, type AskedFor, learntFile } from '../../../../src/speech/redaction/asks/learnt/learnt-file.js';
import { RequestModel } from '../../../../src/speech/redaction/asks/learnt/request-model.js';
import { wordsToJudge } from '../../../../src/speech/redaction/asks/learnt/word-features.js';
import { spokenSpans, withRepeats } from '../../../../src/speech/redaction/find-sensitive.js';
import { numberSpans } from '../../../../src/speech/redaction/numbers/number-spans.js';
import { readTalk } from '../../../../src/speech/redaction/talk/talk.js';
import { type KnownBy, learnWeights, randomFrom } from '../../../support/learning/learn-weights.js';
import { callOf, WANTED } from '../searched-call.js';
import { callsIn, examplesOf, examplesWithoutMarks, learn, talkOf } from './learn.js';
import { type MarkedTurn, markedCalls, typeAt } from './marked-calls.js';

/** Both presets see other masks around a word. */
const PRESETS: readonly (readonly RedactionType[])[] = [
  REDACTION_TYPES.filter((type) => TYPE_ROWS[type].isPci),
  REDACTION_TYPES,
];
/** Part of what is found that a second reading of each call does without: so the found words teach as well. */
const LEFT_OUT = 0.5;

/** Marked calls, and those in which no one says data. */
export function callsOfWords(language: KnownLanguage): MarkedTurn[][] {
  const plain = [...callsIn(language), ...talkOf('numbers', language), ...talkOf('ordinary', language)]
    .filter((turns) => turns.every(({ gives }) => gives === 'none'))
    .map((turns) => turns.map((turn) => ({ ...turn, marks: [] })));
  return [...markedCalls(language), ...plain];
}

export function learnWords(language: KnownLanguage, calls = callsOfWords(language)) {
  const requests = examplesWithoutMarks(language);
  const random = randomFrom(11);
  const examples = [0, 1].flatMap((half) => {
    const [own, others] = [0, 1].map((which) => calls.filter((_, at) => (at % 2 === half) === (which === 0)));
    const taught = [...requests, ...others!.filter(hasMarks).flatMap((turns) => examplesOf(language, turns))];
    const model = new RequestModel(language, learntFile.parse({ learntFrom: '', ...learn(language, taught) }));
    return own!.flatMap((turns) => wordsOf(language, turns, model, random));
  });
  const learntFrom = createHash('sha256')
    .update(JSON.stringify([requests, calls]))
    .digest('hex');
  return { learntFrom, ...learnWeights(ASKED_FOR, examples, { epochs: 5, minExamples: 8, shrinks: 1e-5 }) };
}

const hasMarks = (turns: readonly MarkedTurn[]) => turns.some(({ marks }) => marks.length > 0);

function wordsOf(
  language: KnownLanguage,
  turns: readonly MarkedTurn[],
  model: RequestModel,
  random: () => number,
): KnownBy<AskedFor>[] {
  const call = callOf(language, ...turns.map(({ party, text }) => `${party}: ${text}`));
  const talk = readTalk(call, language, WANTED.countries);
  const requests = requestsIn(talk, askBookOf(language), model);
  return PRESETS.flatMap((types) => {
    const wanted = { ...WANTED, types };
    const spans = [...withRepeats(talk, spokenSpans(talk, wanted, requests)), ...numberSpans(call, wanted)];
    return [spans, spans.filter(() => random() >= LEFT_OUT)].flatMap((known) =>
      wordsToJudge(talk, requests, known)
        .flat()
        .map(({ word, features }) => ({ features: features(), is: typeAt(turns[word.segment.id]!, word.start) })),
    );
  });
}
