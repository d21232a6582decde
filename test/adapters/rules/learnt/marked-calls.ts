// Calls whose turns are marked with what they do to the customer's matter and with the secrets that they ask for: those of
// `calls-*.txt`, written to be learnt from, and the dialogues that may be read, whose marks are in `marks.txt`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toTranscript } from '../../../../bench/quality/dialogues.mjs';
import type { Deed, Secret } from '../../../../src/adapters/rules/learnt/learnt-turns.js';
import { type SaidCall, saidCall } from '../../../../src/adapters/rules/learnt/turn-features.js';
import { KNOWN_LANGUAGES, type KnownLanguage } from '../../../../src/phrases/known-languages.js';
import { spellingOf } from '../../../../src/phrases/spelling.js';
import { turnsOf } from '../../../../src/phrases/spoken-words.js';

/** How a call ends. `none`: no conversation, such as a mailbox. */
export type Outcome = 'resolved' | 'failed' | 'open' | 'none';

export interface MarkedTurn {
  readonly party: 'A' | 'C';
  readonly text: string;
  readonly deed: Deed;
  readonly secrets: readonly Secret[];
}

export interface MarkedCall {
  readonly id: string;
  readonly language: KnownLanguage;
  readonly outcome: Outcome;
  readonly turns: readonly MarkedTurn[];
}

const HEAD = /^# (en|de|mixed) \| (.+?) \| (resolved|failed|open|none)$/;
const TURN = /^([AC])([-+?]?)((?:![a-z]+)*): (.*)$/;
const MARKS = /^(\d+)([-+?]?)((?:![a-z]+)*)$/;
const DEED_OF: Readonly<Record<string, Deed>> = { '+': 'settles', '-': 'fails', '?': 'leaves_open' };
const SECRET_OF: Readonly<Record<string, Secret>> = {
  pin: 'pin',
  password: 'password',
  code: 'code',
  cvv: 'security_code',
  card: 'card',
  expiry: 'expiry',
};

const textOf = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const deedOf = (mark: string | undefined): Deed => DEED_OF[mark ?? ''] ?? 'nothing';
const secretsOf = (marks = '') =>
  marks
    .split('!')
    .filter(Boolean)
    .map((name) => SECRET_OF[name] ?? 'none');

export function markedCalls(): MarkedCall[] {
  return [...KNOWN_LANGUAGES.flatMap((language) => writtenCalls('calls', language)), ...markedDialogues()];
}

/** Pieces of calls in which secrets are asked for, or nearly: their ends tell nothing of an outcome. */
export const markedPieces = () => KNOWN_LANGUAGES.flatMap((language) => writtenCalls('pieces', language));

/** @throws for a line that is none of a call */
function writtenCalls(name: 'calls' | 'pieces', language: KnownLanguage): MarkedCall[] {
  return textOf(`${name}-${language}.txt`)
    .trim()
    .split(/\n\s*\n/)
    .map((block, at) => {
      const [head = '', ...lines] = block.split('\n');
      const outcome = HEAD.exec(head)?.[3] as Outcome | undefined;
      if (outcome === undefined) throw new Error(`No head of a call: ${head}`);
      const turns = lines.map((line): MarkedTurn => {
        const [, party, deed, secrets, text = ''] = TURN.exec(line) ?? [];
        if (party === undefined) throw new Error(`No turn of a call: ${line}`);
        return { party: party as 'A' | 'C', text, deed: deedOf(deed), secrets: secretsOf(secrets) };
      });
      return { id: `${name}-${language}-${at}`, language, outcome, turns };
    });
}

interface Dialogue {
  readonly id: string;
  readonly language?: string;
  readonly turns: readonly (readonly [party: string, text: string])[];
}

const DIALOGUES = [
  ...['../../../../bench/quality/dialogues/seen.jsonl', '../../../../bench/quality/dialogues/hard-seen.jsonl'],
  '../calls/calls.seen.jsonl',
];

function markedDialogues(): MarkedCall[] {
  const lines = textOf('marks.txt').trim().split('\n');
  const marksOf = new Map(lines.map((line) => [line.split(' ')[0], line.split(' ').slice(1)] as const));
  const dialogues = DIALOGUES.flatMap((name) => textOf(name).trim().split('\n'));
  return dialogues.map((line) => {
    const { id, language, turns } = JSON.parse(line) as Dialogue;
    const [outcome = 'none', ...marks] = marksOf.get(id) ?? [];
    const at = new Map(
      marks.map((mark) => {
        const [, turn, deed, secrets] = MARKS.exec(mark) ?? [];
        return [Number(turn), { deed: deedOf(deed), secrets: secretsOf(secrets) }] as const;
      }),
    );
    return {
      id,
      language: language === undefined || language === 'en' ? 'en' : 'de',
      outcome: outcome as Outcome,
      turns: turns.map(([party, text], turn) => {
        const { deed = 'nothing', secrets = [] } = at.get(turn) ?? {};
        return { party: party.toUpperCase() as 'A' | 'C', text, deed, secrets };
      }),
    };
  });
}

/** A call as the analyst reads it, with what each of its turns does: turns of one party that follow one another are one. */
export interface ReadCall extends Pick<MarkedCall, 'id' | 'language' | 'outcome'> {
  readonly said: SaidCall;
  readonly deeds: readonly Deed[];
  readonly secrets: readonly (readonly Secret[])[];
}

export function readCall({ id, language, outcome, turns }: MarkedCall): ReadCall {
  const dialogue = { turns: turns.map(({ party, text }) => [party === 'A' ? 'a' : 'c', text] as const) };
  const { segments } = toTranscript(dialogue, language);
  const read = turnsOf(segments, spellingOf(language));
  const marksOf = read.map(({ words }) => [...new Set(words.map(({ segment }) => segment.id))].map((at) => turns[at]!));
  return {
    id,
    language,
    outcome,
    said: saidCall(read, language),
    deeds: marksOf.map((own) => own.findLast(({ deed }) => deed !== 'nothing')?.deed ?? 'nothing'),
    secrets: marksOf.map((own) => own.flatMap(({ secrets }) => secrets)),
  };
}
