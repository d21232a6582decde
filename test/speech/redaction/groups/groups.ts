// Talk in which secrets are asked for and said, talk full of numbers that are none, and ordinary calls, written by people who
// knew no rule. The seen half may be read by who writes rules; the unseen and the fresh one only measure them.
// cspell:ignore familie herrn Juli dreißig ende
import { readFileSync } from 'node:fs';
import {
  REDACTION_COUNTRIES,
  REDACTION_TYPES,
  type RedactionType,
  TYPE_ROWS,
  type WantedRedaction,
} from '../../../../src/ports/redaction.js';
import { findSensitive } from '../../../../src/speech/redaction/find-sensitive.js';
import { callOf } from '../searched-call.js';

export type Half = 'seen' | 'unseen' | 'fresh';
type Preset = 'pci' | 'pii';

interface Secret {
  readonly type: RedactionType;
  /** `pin`, `password`, `one_time_code` or `security_answer` of a `password_or_pin`; else the type. */
  readonly kind: string;
  readonly texts: readonly string[];
  /** Turn of each text. */
  readonly at?: readonly number[];
}

interface Group {
  readonly id: string;
  readonly language: string;
  readonly turns: readonly (readonly [party: string, text: string])[];
  readonly secrets?: readonly Secret[];
  /** Texts that must stay readable. */
  readonly kept?: readonly string[];
}

export interface GroupFigures {
  readonly kinds: Map<string, { gone: number; of: number }>;
  /** Masked stretches without a secret in them. */
  readonly falseMasks: number;
  readonly keptMasked: number;
  readonly words: number;
  /** Ids of the groups in which something is left in clear. */
  readonly left: string[];
}

/** Languages without a grammar are masked by the segment: what stays there says nothing of false masks. */
const WITH_GRAMMAR = ['en', 'de'];

export function readGroups(name: 'secrets' | 'numbers' | 'ordinary', half: Half): Group[] {
  const file = readFileSync(new URL(`./${name}.${half}.jsonl`, import.meta.url), 'utf8');
  return file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

export function measureGroups(groups: readonly Group[], preset: Preset): GroupFigures {
  const wanted = wantedOf(preset);
  const kinds: GroupFigures['kinds'] = new Map();
  const left: string[] = [];
  let [falseMasks, keptMasked, words] = [0, 0, 0];
  for (const group of groups) {
    const call = callOf(group.language, ...group.turns.map(([party, text]) => `${party}: ${text}`));
    const covered = group.turns.map(([, text]) => new Uint8Array(text.length));
    for (const { segmentId, from, to } of findSensitive(call, wanted).spans) covered[segmentId]?.fill(1, from, to);
    const secret = group.turns.map(([, text]) => new Uint8Array(text.length));
    for (const { type, kind, texts, at } of group.secrets ?? []) {
      const places = placesOf(group, texts, at);
      for (const { turn, from, to } of places) secret[turn]?.fill(1, from, to);
      if (!wanted.types.includes(type)) continue;
      const share = kinds.get(kind) ?? { gone: 0, of: 0 };
      kinds.set(kind, share);
      share.of += 1;
      if (places.every(({ turn, from, to }) => isGone(group, covered, turn, from, to))) share.gone += 1;
      else left.push(`${group.id} ${kind}`);
    }
    words += group.turns.reduce((sum, [, text]) => sum + text.split(/\s+/).length, 0);
    if (!WITH_GRAMMAR.includes(group.language)) continue;
    for (const [turn, each] of covered.entries()) falseMasks += stretchesWithout(each, secret[turn] ?? each);
    keptMasked += (group.kept ?? []).filter((text) =>
      placesOf(group, [text]).some(({ turn, from, to }) => covered[turn]?.slice(from, to).some(Boolean)),
    ).length;
  }
  return { kinds, falseMasks, keptMasked, words, left };
}

function wantedOf(preset: Preset): WantedRedaction {
  const types = REDACTION_TYPES.filter((type) => preset === 'pii' || TYPE_ROWS[type].isPci);
  const rest = { countries: REDACTION_COUNTRIES, custom: [], replacement: 'label', audio: 'tone', original: 'delete' };
  return { mode: 'text_and_audio', types, ...rest } as WantedRedaction;
}

interface Found {
  readonly turn: number;
  readonly from: number;
  readonly to: number;
}

/** Places where the texts stand as whole words. */
function placesOf({ turns }: Group, texts: readonly string[], at?: readonly number[]): Found[] {
  return texts.flatMap((text, index) =>
    turns.flatMap(([, said], turn) => {
      if (at !== undefined && at.length === texts.length && at[index] !== turn) return [];
      const found: Found[] = [];
      for (let from = said.indexOf(text); from >= 0; from = said.indexOf(text, from + 1)) {
        const to = from + text.length;
        if (!/[\p{L}\p{N}]/u.test(said[from - 1] ?? '') && !/[\p{L}\p{N}]/u.test(said[to] ?? ''))
          found.push({ turn, from, to });
      }
      return found;
    }),
  );
}

/** Words that tell nothing, where a text of a secret contains them: "the thirtieth", "bis Juli dreißig". */
const TELL_NOTHING = new Set(
  (
    'a an and am bis das den der die end ende im in is it of oh s that the then to uh um until und vom ähm äh ' +
    'familie frau herr herrn miss mr mrs ms mit with'
  ).split(' '),
);

/** True when no word of a place is left that tells anything. */
function isGone({ turns }: Group, covered: readonly Uint8Array[], turn: number, from: number, to: number): boolean {
  const said = turns[turn]?.[1].slice(from, to) ?? '';
  return [...said.matchAll(/[\p{L}\p{N}]+/gu)].every(
    ({ 0: word, index }) =>
      TELL_NOTHING.has(word.toLowerCase()) ||
      covered[turn]?.slice(from + index, from + index + word.length).every((each) => each === 1) === true,
  );
}

function stretchesWithout(covered: Uint8Array, secret: Uint8Array): number {
  let [stretches, isOpen, hasSecret] = [0, false, false];
  for (let at = 0; at <= covered.length; at += 1) {
    if (covered[at] === 1) {
      hasSecret = (isOpen && hasSecret) || secret[at] === 1;
      isOpen = true;
    } else {
      if (isOpen && !hasSecret) stretches += 1;
      isOpen = false;
    }
  }
  return stretches;
}
