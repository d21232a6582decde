// Finds where the analyst's prose tells in its own words what someone said on the call ("the customer said that …"), and compares
// the words that carry the meaning with those of the call. English and German.
import { splitWords } from '../speech/words/words.js';

interface Grammar {
  /** Matches up to the first word of what is said to have been said. */
  readonly told: RegExp;
  /** Says before the match that it was not said. */
  readonly denied: RegExp;
  /** Words that carry no meaning of their own, in the form in which words are compared. */
  readonly empty: ReadonlySet<string>;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.replaceAll("'", '').trim().split(/\s+/));

const ENGLISH_CLAUSE = String.raw`(?::|,?\s+(?:that|whether|if)\b|,?\s+(?=(?:he|she|they|it|we|i|you|his|her|their|there)\b))`;
const ENGLISH: Grammar = {
  told: new RegExp(
    String.raw`\b(?:(?:said|says|stated|states|claimed|claims|mentioned|mentions|replied|replies|answered|explained|explains|complained|complains|promised|promises|threatened|threatens|warned|warns|insisted|insists|announced|admitted|admits|asked|asks)(?:\s+to\s+the\s+\p{L}{1,20})?|(?:told|tells)\s+(?:the\s+)?\p{L}{1,20})${ENGLISH_CLAUSE}`,
    'giu',
  ),
  denied: /\b(?:never|not|no ?body|neither|nor|without|no one)\b[^.!?]{0,30}$|n['’]t\b[^.!?]{0,30}$/iu,
  empty: wordsOf(`
    the and but for nor yet not that this these those there here then than with from into onto over under about after before
    because while when where which who whom whose what how why whether have has had having was were been being are does did doing
    done will would shall should can could may might must ought going get got gets getting make made makes take took takes
    give gave given say said says saying tell told tells talk talked speak spoke ask asked asks his her hers him she they them
    their theirs its our ours your yours you mine himself herself themselves itself any all each every some other another
    both few more most many much such own same too very just also only even still again already once ever never always now
    out off down one two customer customers caller callers client clients agent agents representative call calls phone line
    don't didn't doesn't won't wouldn't can't couldn't isn't wasn't aren't weren't hasn't haven't hadn't`),
};
// cspell:disable
const GERMAN: Grammar = {
  told: /(?<!\p{L})(?:sagt|sagte|erklärt|erklärte|behauptet|behauptete|meint|meinte|erwähnt|erwähnte|antwortet|antwortete|verspricht|versprach|droht|drohte|warnt|warnte|beschwert(?:e)? sich|gibt an|gab an|teilt(?:e)? mit|teilte|fragt|fragte|kündigt(?:e)? an|bestätigt|bestätigte|versichert|versicherte)(?!\p{L})(?:[^.!?,:;]{0,40}?,\s*(?:(?:dass|daß|ob)(?!\p{L})|(?=(?:er|sie|es|man)(?!\p{L})))|[^.!?,:;]{0,40}?:)/giu,
  denied: /(?<!\p{L})(?:nie|niemals|nicht|niemand|weder|ohne|kein\p{L}{0,2})(?!\p{L})[^.!?]{0,40}$/iu,
  empty: wordsOf(`
    der die das den dem des ein eine einen einem einer eines und oder aber doch denn sondern nicht kein keine keinen dass daß
    weil wenn als wie wer was wen wem wo warum wann ob ich du er sie es wir ihr ihn ihm ihnen uns euch mich dich sich mir dir
    sein seine seinen seinem seiner ihre ihren ihrem ihrer mein meine dein unser bin bist ist sind seid war waren gewesen
    werde wird werden wurde wurden worden würde würden habe hat haben hatte hatten hätte hätten kann können konnte könnte
    muss müssen musste soll sollen sollte will wollen wollte möchte darf dürfen mag mit von vom zu zum zur bei beim nach aus
    auf für über unter vor hinter neben zwischen durch gegen ohne um bis seit während wegen auch noch nur schon sehr mehr
    immer wieder hier dort dann da so nun jetzt heute man alle alles jede jeder jedes andere kunde kunden kundin anrufer
    anruferin agent agenten agentin mitarbeiter mitarbeiterin gespräch anruf telefon sagen sagt sagte gesagt`),
};
// cspell:enable
const GRAMMARS: Readonly<Record<string, Grammar>> = { en: ENGLISH, de: GERMAN };

/** Share of the words with a meaning that must have been said: a paraphrase keeps some of them, an invention hardly any. */
const MIN_SAID_SHARE = 1 / 3;
const CLAUSE_END = /[,;–—]|(?<!\p{L})(?:but|aber)(?!\p{L})/u;
/** Shorter words are not compared. */
const MIN_LETTERS = 3;

/** Words of a call, by their first letters. */
export class SaidWords {
  private readonly byStart = new Map<string, string[]>();

  constructor(texts: readonly string[]) {
    const distinct = new Set(texts.flatMap((text) => splitWords(text).map(({ key }) => key)));
    for (const word of distinct) {
      const start = word.slice(0, MIN_LETTERS);
      const others = this.byStart.get(start);
      if (others) others.push(word);
      else this.byStart.set(start, [word]);
    }
  }

  /** True for a word of the call in any inflection that leaves all but its end. */
  has(word: string): boolean {
    const others = this.byStart.get(word.slice(0, MIN_LETTERS)) ?? [];
    return others.some((other) => commonStart(word, other) >= Math.min(word.length, other.length) - 1);
  }
}

/**
 * True where the sentence tells of speech that has next to nothing in common with what was said. False in other languages than
 * that of the call: a translation shares no words with it.
 * @param language of the call, BCP 47
 */
export function tellsInvention(sentence: string, said: SaidWords, language: string | null): boolean {
  const grammar = GRAMMARS[language?.split('-')[0]?.toLowerCase() ?? ''];
  if (!grammar) return false;
  return [...sentence.matchAll(grammar.told)].some(({ 0: verb, index }) => {
    if (grammar.denied.test(sentence.slice(0, index)) || grammar.denied.test(verb)) return false;
    const meant = meantIn(sentence.slice(index + verb.length), grammar);
    const shared = meant.filter((word) => said.has(word));
    return meant.length > 0 && shared.length < meant.length * MIN_SAID_SHARE;
  });
}

/** Words with a meaning of the first clause that has any: what follows it may tell of something else. */
function meantIn(told: string, { empty }: Grammar): string[] {
  for (const clause of told.split(CLAUSE_END)) {
    const words = splitWords(clause).map(({ key }) => key);
    const meant = words.filter((word) => word.length >= MIN_LETTERS && !/\p{N}/u.test(word) && !empty.has(word));
    if (meant.length > 0) return meant;
  }
  return [];
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
