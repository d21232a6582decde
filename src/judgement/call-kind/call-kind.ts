// Classifies a call: only a conversation is evaluated. Uses who speaks in which turns, and the words of mailboxes, announcements
// and wrong numbers. Pure.
import { spellingOf } from '../../phrases/spelling.js';
import { type SpokenWord, spokenWords } from '../../phrases/spoken-words.js';
import type { Segment, Transcript } from '../../ports/transcript.js';
import { countWords } from '../../speech/words/words.js';
import { type FoundSign, findSigns, type Sign } from './phrases.js';

export type CallKind = 'conversation' | 'voicemail' | 'no_conversation';

export type NoConversationReason =
  | 'no_words'
  | 'mailbox'
  | 'announcement'
  | 'wrong_number'
  /** Only one party ever speaks. */
  | 'one_party'
  /** Neither party knows that the other one hears: "hello? can you hear me?" */
  | 'no_contact';

export type CallNature =
  | { readonly kind: 'conversation'; readonly reason: null }
  | { readonly kind: Exclude<CallKind, 'conversation'>; readonly reason: NoConversationReason };

const CONVERSATION: CallNature = { kind: 'conversation', reason: null };
const VOICEMAIL: CallNature = { kind: 'voicemail', reason: 'mailbox' };
const noConversation = (reason: NoConversationReason): CallNature => ({ kind: 'no_conversation', reason });

/** Segments of one party with a shorter pause are one turn. */
const MAX_PAUSE_IN_TURN_MS = 1_500;
/** Minimum number of turns by a party whose partner was not recorded: a speaker who gets no reply gives up sooner. */
const MIN_HALF_TURNS = 4;
/** Maximum number of words per sign of a machine: a turn with fewer signs is by a person who talks about a machine. */
const MAX_WORDS_A_MACHINE_SIGN = 60;
/** Words beside its announcement that a machine may seem to say: a misheard beep, music. */
const MAX_MACHINE_REST_WORDS = 3;
/** Turns of both parties beyond which they talk with each other. */
const MAX_UNSURE_TURNS = 25;
/** Words of a caller who only chooses from a menu, or says hello to it. */
const MAX_MENU_CALLER_WORDS = 8;
/** Maximum number of words in a call with a wrong number: it is soon understood, and little is said after it. */
const MAX_WRONG_NUMBER_WORDS = 150;
const MAX_WORDS_AFTER_WRONG_NUMBER = 50;
const MAX_MISTAKEN_WORDS = 80;
/** Minimum share of "no one there" words in a turn that gets no answer. */
const MIN_ALONE_SHARE = 0.75;
const MAX_ALONE_WORDS = 25;
/** "Hello, is this a good time?" */
const MAX_HELLO_WORDS = 7;
/** Words of a message that ends with a farewell, as a greeting without an answer does not. */
const MIN_MONOLOGUE_WORDS = 12;
/** Words of the first turn of a message. */
const MIN_MESSAGE_WORDS = 5;
/** Words of a recording that can be no conversation although voices are not distinguished. */
const MAX_UNDIVIDED_WORDS = 160;
const MAX_GREETING_WORDS = 40;

/** Segments of one turn. */
type Group = readonly [Segment, ...Segment[]];

interface Turn {
  readonly party: string;
  readonly words: number;
  readonly signs: ReadonlySet<Sign>;
  /** Announcement: its words are typical of a machine. */
  readonly isMachine: boolean;
  /** The turn only says hello, or that no one is there. */
  readonly isAlone: boolean;
  readonly isNoise: boolean;
  /** The turn begins like an answer. */
  readonly isReply: boolean;
  /** Number of words that seldom mean anything but a wrong number. */
  readonly mistakes: number;
  readonly startMs: number;
}

const MACHINE_SIGNS: readonly Sign[] = ['mailbox', 'unavailable', 'out_of_service', 'menu'];

/**
 * Tells what a call is. Doubt counts for a conversation: a party that may have spoken without being recognised, voices that are
 * not told apart. The speakers need not have roles. Linear in the words.
 */
export function natureOf(transcript: Transcript): CallNature {
  const groups = groupTurns(transcript.segments);
  if (groups.length === 0) return noConversation('no_words');
  const parties = [...new Set(groups.map(([{ speaker }]) => speaker))];
  const isDivided = transcript.diarization.method === 'channel' || isDividedByVoice(transcript, parties);
  if (isPlainlyConversation(groups, isDivided ? parties : [])) return CONVERSATION;

  const spelling = spellingOf(transcript.language);
  const turns = groups.map((group) =>
    turnOf(
      group,
      group.flatMap((segment) => spokenWords(segment, spelling)),
    ),
  );
  if (turns.every(({ isAlone }) => isAlone)) return noConversation('no_contact');
  if (!isDivided) return natureOfUndivided(turns);
  if (parties.length > 1) return natureOfTwo(turns, parties, lacksWords(transcript));
  return isOtherSilent(transcript, parties) ? natureOfOne(turns) : CONVERSATION;
}

function isDividedByVoice({ diarization }: Transcript, parties: readonly string[]): boolean {
  return diarization.method === 'model' && parties.length > 1;
}

/** Fast check by length, which suffices for most calls: it avoids a search through hours of words. */
function isPlainlyConversation(groups: readonly Group[], parties: readonly string[]): boolean {
  if (parties.length === 0)
    return wordsOf(groups.flat().map(({ text }) => ({ words: countWords(text) }))) > MAX_UNDIVIDED_WORDS;
  const turnsOf = (party: string) => groups.filter(([{ speaker }]) => speaker === party).length;
  return parties.filter((party) => turnsOf(party) > MAX_UNSURE_TURNS).length > 1;
}

function lacksWords({ hearing }: Transcript): boolean {
  return (
    hearing !== undefined && [hearing.agent, hearing.customer].some(({ reasons }) => reasons.includes('words_missing'))
  );
}

/** A party with measured speech but no recognised word is not silent. */
function isOtherSilent({ hearing }: Transcript, parties: readonly string[]): boolean {
  if (hearing === undefined) return false;
  const others = (['agent', 'customer'] as const).filter((role) => !parties.includes(role));
  // Both parties lack words where the speaker has no role: the other channel of such a recording is silent.
  return others.length === 2 || others.every((role) => hearing[role].reasons.includes('no_speech'));
}

function natureOfOne(turns: readonly Turn[]): CallNature {
  const isHalf = seemsHalf(turns);
  if (has(turns, 'mailbox') && countReplies(turns) < 2) return VOICEMAIL;
  if (has(turns, 'message') && (!isHalf || (has(turns, 'introduction') && countReplies(turns) === 0))) return VOICEMAIL;
  if (isHalf) return CONVERSATION;
  // A speaker who finds that no one answers may say goodbye too.
  if (has(turns, 'farewell') && !has(turns, 'unheard') && wordsOf(turns) >= MIN_MONOLOGUE_WORDS) return VOICEMAIL;
  if (has(turns, 'out_of_service') || has(turns, 'menu')) return noConversation('announcement');
  return has(turns, 'unavailable') ? VOICEMAIL : noConversation('one_party');
}

/** The other party may have spoken and not been recorded: this one answers, or says more than anyone says to an empty line. */
function seemsHalf(turns: readonly Turn[]): boolean {
  const alone = turns.slice(1).filter(({ isAlone }) => isAlone).length;
  if (has(turns, 'unheard') && 2 * alone >= turns.length - 1) return false;
  if (countReplies(turns) >= 2) return true;
  const live = turns.filter(({ isAlone, isMachine, isNoise }) => !isAlone && !isMachine && !isNoise).length;
  return live >= MIN_HALF_TURNS + 2 * alone;
}

function natureOfTwo(turns: readonly Turn[], parties: readonly string[], isHeardInPart: boolean): CallNature {
  for (const party of parties) {
    const own = turns.filter((turn) => turn.party === party);
    const others = turns.filter((turn) => turn.party !== party);
    const found = natureByMachine(own, others) ?? natureByUnheard(own);
    // Unrecognised speech may be answers.
    const nature = found ?? (isHeardInPart ? null : natureByMessage(own, others));
    if (nature) return nature;
  }
  return isWrongNumber(turns) ? noConversation('wrong_number') : CONVERSATION;
}

/** Nature of a call in which one party is nothing but a machine. */
function natureByMachine(own: readonly Turn[], others: readonly Turn[]): CallNature | null {
  const live = own.filter(({ isMachine, isNoise }) => !isMachine && !isNoise);
  const machine = own.find(({ isMachine }) => isMachine);
  if (!machine || wordsOf(live) > MAX_MACHINE_REST_WORDS) return null;
  const before = others.filter(({ startMs }) => startMs < machine.startMs);
  // A person talks about a machine only after something was said, and a machine answers no question.
  if (!before.every(({ isAlone }) => isAlone) || countReplies(others) > 1) return null;
  if (has(own, 'mailbox') || (has(own, 'unavailable') && !has(own, 'out_of_service'))) return VOICEMAIL;
  if (has(own, 'out_of_service')) return noConversation('announcement');
  return wordsOf(others) <= MAX_MENU_CALLER_WORDS ? noConversation('announcement') : null;
}

/** Nature of a call in which one party greets, and then only finds that no one answers, whatever is heard from the other side. */
function natureByUnheard(own: readonly Turn[]): CallNature | null {
  const afterGreeting = own[0]?.isAlone ? own : own.slice(1);
  const isUnheard =
    has(own, 'unheard') &&
    afterGreeting.length > 0 &&
    afterGreeting.every(
      ({ isAlone, isReply, signs, words }) => isAlone || (!isReply && signs.has('alone') && words <= MAX_HELLO_WORDS),
    );
  return isUnheard ? noConversation('no_contact') : null;
}

/**
 * Nature of a call in which one party leaves a message after words that are no answer, e.g. a greeting that was not recognised.
 * Who introduces himself and takes leave in one go speaks to a machine.
 */
function natureByMessage(own: readonly Turn[], others: readonly Turn[]): CallNature | null {
  const begin = own.find(({ words, isAlone }) => words >= MIN_MESSAGE_WORDS && !isAlone);
  if (!begin || others.length > 2 || others.some(({ startMs }) => startMs > begin.startMs)) return null;
  if (countReplies(own) > 0 || seemsHalf(own)) return null;
  const signs = (['message', 'introduction', 'farewell'] as const).filter((sign) => has(own, sign));
  const isToMachine = has(others, 'machine_greeting') && signs.length > 0;
  return isToMachine || signs.length > 1 ? VOICEMAIL : null;
}

function isWrongNumber(turns: readonly Turn[]): boolean {
  const words = wordsOf(turns);
  const last = turns.findLastIndex(({ signs }) => signs.has('wrong_number'));
  if (last >= 0)
    return words <= MAX_WRONG_NUMBER_WORDS && wordsOf(turns.slice(last + 1)) <= MAX_WORDS_AFTER_WRONG_NUMBER;
  const mistakes = turns.reduce((sum, turn) => sum + turn.mistakes, 0);
  return words <= MAX_MISTAKEN_WORDS && mistakes > 1;
}

/** Nature of a call of which it is not known who says what: the words alone decide, and only where they leave no doubt. */
function natureOfUndivided(turns: readonly Turn[]): CallNature {
  const words = wordsOf(turns);
  const live = turns.filter(({ isMachine, isNoise }) => !isMachine && !isNoise);
  if (words > MAX_UNDIVIDED_WORDS || countReplies(turns) > 0) return CONVERSATION;
  if (live.length === 0 && has(turns, 'mailbox')) return VOICEMAIL;
  if (live.length === 0 && MACHINE_SIGNS.some((sign) => has(turns, sign))) return noConversation('announcement');
  if (isWrongNumber(turns)) return noConversation('wrong_number');
  const opening = firstWords(turns, MAX_GREETING_WORDS);
  const isMessage = has(turns, 'message') && (has(opening, 'introduction') || has(turns, 'farewell'));
  return has(opening, 'mailbox') || (isMessage && turns.length <= 3) ? VOICEMAIL : CONVERSATION;
}

function firstWords(turns: readonly Turn[], words: number): Turn[] {
  let said = 0;
  return turns.filter((turn) => {
    const isFirst = said < words;
    said += turn.words;
    return isFirst;
  });
}

function has(turns: readonly Turn[], sign: Sign): boolean {
  return turns.some(({ signs }) => signs.has(sign));
}

function wordsOf(turns: readonly Pick<Turn, 'words'>[]): number {
  return turns.reduce((sum, { words }) => sum + words, 0);
}

/** Counts turns that answer another one. The first cannot; "thank you, goodbye" need not. */
function countReplies(turns: readonly Turn[]): number {
  const answers = ({ isReply, isAlone, isMachine, isNoise }: Turn) => isReply && !isAlone && !isMachine && !isNoise;
  return turns.slice(1).filter(answers).length;
}

function groupTurns(segments: readonly Segment[]): Group[] {
  const groups: [Segment, ...Segment[]][] = [];
  for (const segment of segments) {
    if (countWords(segment.text) === 0) continue;
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (last?.speaker === segment.speaker && segment.startMs - last.endMs <= MAX_PAUSE_IN_TURN_MS) group?.push(segment);
    else groups.push([segment]);
  }
  return groups;
}

function turnOf(group: Group, words: readonly SpokenWord[]): Turn {
  const found = findSigns(words);
  const signs = new Set(found.map(({ sign }) => sign));
  const machineSigns = found.filter(({ sign }) => MACHINE_SIGNS.includes(sign)).length;
  const [first] = group;
  return {
    party: first.speaker,
    words: group.reduce((sum, { text }) => sum + countWords(text), 0),
    signs,
    isMachine: words.length <= MAX_WORDS_A_MACHINE_SIGN * machineSigns,
    isAlone: isAlone(found, words.length),
    isNoise: shareOf(found, ['noise'], words.length) === 1,
    isReply: found.some(({ sign, from }) => sign === 'reply' && from === 0),
    mistakes: found.filter(({ sign }) => sign === 'mistaken').length,
    startMs: first.startMs,
  };
}

/** True for a speaker who finds no one on the line: a short remark says so, or most of the words do. */
function isAlone(found: readonly FoundSign[], words: number): boolean {
  const isShort = words <= MAX_ALONE_WORDS && found.some(({ sign }) => sign === 'unheard');
  return isShort || shareOf(found, ['alone', 'unheard'], words) >= MIN_ALONE_SHARE;
}

/** Share of the words that these signs cover. */
function shareOf(found: readonly FoundSign[], signs: readonly Sign[], words: number): number {
  const covered = new Set<number>();
  for (const { sign, from, to } of found)
    if (signs.includes(sign)) for (let at = from; at < to; at += 1) covered.add(at);
  return words === 0 ? 0 : covered.size / words;
}
