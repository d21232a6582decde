// Finds marks for sounds (`[BLANK_AUDIO]`, `(upbeat music)`, `♪`, `*coughs*`), tokens of a model, and credits of subtitles that
// models learnt from films and write into silence. Sources: whisper.cpp#2629 and #1724, openai/whisper#928 and #1873.
import type { TextRange } from './word-ranges.js';

/** Text in brackets of any kind, or between asterisks. A bracket may stay open at the end of a segment. Every part is bounded. */
const BRACKETED =
  /\[[^[\]]{0,120}(?:\]|$)|\([^()]{0,120}(?:\)|$)|<[^<>]{1,80}>|【[^【】]{0,80}(?:】|$)|（[^（）]{0,80}(?:）|$)|［[^［］]{0,80}(?:］|$)|〔[^〔〕]{0,80}(?:〕|$)|\*{1,3}[^*]{1,80}\*{1,3}|~[^~]{1,60}~/gu;
// cspell:ignore nospeech Hintergrundmusik
/** `<|en|>`, `<|12.40|>`, `<unk>`, `[_BEG_]`, `[_TT_150]`, and whisper.cpp's mark without its brackets. */
const TOKEN =
  /<\|[^|<>]{0,40}\|>|<\/?(?:unk|s|sil|pad|blank|noise|nospeech)>|\[_[A-Z]{2,5}_(?:\d{1,6}\])?|\[(?:end|eos|unk)\]|\bBLANK_AUDIO\b/giu;
const NOTE = /[♩♪♫♬🎵🎶🎼]/u;
const NOTES = /[♩♪♫♬🎵🎶🎼]/gu;

// cspell:disable -- thirty languages
/** Beginnings of words for sounds, without marks on letters, in the languages of whisper's users. */
const SOUNDS = `music musical melody song sings singing instrumental jingle ringtone ringing rings dial beep bleep buzz chime bell click
  clatter tapping knock thud bang crash rustl shuffl typing static hiss hums humming noise sound audio silence silent quiet pause
  blank inaudible unintelligible indistinct unclear crosstalk overlapping foreign chatter murmur mumbl whisper laugh chuckl giggl
  snicker sigh cough sneez sniff snort gasp groan grunt moan sobb crying cries scream yell yawn breath exhal inhal throat applau clap
  cheer footstep siren honk bark meow speaking background creak slam howl blowing crickets chirp engine
  musik gelachter lachen lacht klatsch stille schweigen gerausch rausch unverstandlich unhorbar husten hustet seufz rausper klingel
  piep stimmengewirr atmen atmet warteschleife signalton freizeichen niest
  musique rire applaud bruit incomprehensible toux tousse soupir sonnerie eternue raclement brouhaha
  musica risa rie sonido tos aplauso ruido silencio ininteligible tose suspir timbre pitido llanto
  risat applaus rumor silenzio incomprensibile tosse tossisc sospir squill suoneria
  riso barulho inaudivel campainha
  muziek gelach geluid stilte onverstaanbaar hoest zucht gerinkel
  muzyka smiech oklaski cisza szum niezrozumial kaszel westchnien dzwonek
  skratt applad tystnad ohorbar hosta latter stilhed stillhet stoj stoy støj støy
  hudba smich potlesk ticho hluk nesrozumitel zvoneni zene nevetes taps csend muzica rasete aplauze musiikki naurua aplodit hiljaisuus
  muzik kahkaha gulus gulme alkıs sessizlik gurultu anlasılm oksur
  музык смех смеет аплодис тишин шум неразборчив кашел кашля вздох звон гудок гудк музик оплеск тиша нерозбирлив
  μουσικ γελια χειροκροτ σιωπη
  موسيق ضحك تصفيق صمت ضوضاء موسیق خنده מוזיק מוסיק צחוק שקט רעש संगीत हसी तालिया
  nhac tieng tawa tepuk`;
/** Words for sounds in scripts without blanks. They match anywhere in a mark. */
const UNSPACED_SOUNDS =
  '音楽 音乐 音樂 笑 拍手 沈黙 無音 雑音 咳 ため息 着信 効果音 聞き取れ 掌声 掌聲 静音 沉默 噪音 叹气 听不清 聽不清 铃声 鈴聲 เพลง ดนตรี เสียง หัวเราะ ปรบมือ เงียบ クリック 음악 웃음 박수 침묵 소음 기침 한숨 벨소리 잡음 무음';
/** Words that show speech, whatever words are around them. */
const SPOKEN = `i im you we he she they my your our me us it its yes yeah okay ok please thank thanks hello hi can will have want
  ich sie wir er mein meine ihr ihre mich uns ja bitte danke hallo je vous nous il elle mon ma votre oui merci
  yo usted mi su gracias hola io lei mio grazie eu voce meu sim ik jij u mijn dank`;
// cspell:enable

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const folded = (list: string) => fold(list).trim().split(/\s+/);
/** A short stem could begin any word (`bell`, `Belgium`). A long one may end one too (`Hintergrundmusik`). */
const MIN_LONG_STEM = 5;
const isLong = (stem: string) => stem.length >= MIN_LONG_STEM;
const STEMS = folded(SOUNDS);
const SHORT_SOUND = STEMS.filter((stem) => !isLong(stem)).join('|');
const SOUND = new RegExp(`^(?:${SHORT_SOUND})(?:s|es|ing|ping|ed|en|e|t)?$|(?:${STEMS.filter(isLong).join('|')})`, 'u');
const UNSPACED_SOUND = new RegExp(folded(UNSPACED_SOUNDS).join('|'), 'u');
const SPOKEN_WORDS = new Set(folded(SPOKEN));
/** Maximum number of words of a caption; a longer text in brackets was said. */
const MAX_CAPTION_WORDS = 8;
/** Up to this many words, any word may name the sound of a caption; in a longer one, only the first or the last. */
const FEW_WORDS = 4;
const MAX_CREDIT_CHARS = 120;

// cspell:disable -- twelve languages
/** Credits and farewells of films, as a whole sentence: without marks on letters, in lower case, without punctuation. */
const CREDITS = [
  /amara org/,
  /^(?:untertitel(?:ung)?|sous titr(?:es|age)|subtitulos|subtitulado|sottotitoli|legendas?|legendado|ondertitel(?:s|ing)|napisy|undertekster?|altyazı|субтитры|редактор субтитров)(?: \S+){0,3} (?:von|der|des|im auftrag|par|por|pela|de|st|a cura|creati|a|door|przez|av|af|m k|сделал|создавал)(?: \S+){0,6}$/u,
  /^(?:subtitles?|captions?|captioned|closed captions?|subtitled|transcribed|transcription) (?:\S+ )?by(?: \S+){1,3}$/u,
  /^(?:thanks|thank you)(?: so much| very much)? for (?:watching|viewing)(?: (?!over |out |my )\S+){0,3}$/u,
  /^(?:please )?(?:like and |like comment and )?subscribe(?: to (?:my|our|the|this) channel)?$/,
  /^(?:please )?(?:dont|do not) forget to (?:like|subscribe)(?: \S+){0,6}$/u,
  /^(?:ill |i will )?see you (?:guys |all )?in the next (?:video|episode)$/,
  /^(?:vielen dank|danke) (?:furs|fur das) zuschauen(?: \S+){0,2}$/u,
  /^merci (?:d avoir|davoir) regarde(?: \S+){0,3}$/u,
  /^gracias por ver(?: el)? video$/,
  /^(?:obrigad[oa] por assistir|grazie per (?:la visione|aver guardato|aver visto)|bedankt voor het kijken|dziekuje za ogladanie|спасибо за просмотр|продолжение следует|izlediginiz icin tesekkur\S*|tack for att (?:du|ni) tittade?|tak fordi (?:du|i) (?:sa|kiggede) med|takk for at du sa pa)(?: \S+){0,3}$/u,
];
/** Credits and farewells in scripts without blanks and in Korean, as they are written. */
const EASTERN_CREDITS =
  /^(?:最後まで)?(?:ご視聴|見てくれて|ご覧いただき)(?:ありがとうございま|どうも)|^チャンネル登録|^(?:谢谢|感谢|謝謝|感謝)(?:您的|你的|大家)?(?:观看|收看|觀看)|^(?:请不吝点赞|請不吝點贊)|字幕(?:by|由|志愿者|製作|制作|提供)|시청해\s?주셔서 감사합니다|구독과 좋아요|^MBC 뉴스/iu;
// cspell:enable

/** Ranges of a text that no speaker said. Ascending and disjoint. */
export function findMarks(text: string): TextRange[] {
  const marks = [
    ...matches(text, TOKEN),
    ...matches(text, BRACKETED).filter((range) => isMark(text, range)),
    ...notesIn(text),
    ...creditsIn(text),
  ].sort((a, b) => a.from - b.from);
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of marks) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

function matches(text: string, pattern: RegExp): TextRange[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ from: index, to: index + found.length }));
}

/** True when the text in brackets names a sound. Brackets may also contain words that were said: a number, an aside. */
function isMark(text: string, { from, to }: TextRange): boolean {
  const inner = text.slice(from, to).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const words = fold(inner)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const [first] = words;
  if (first === undefined) return true;
  if (words.length > MAX_CAPTION_WORDS || /\p{N}/u.test(inner) || words.some((word) => SPOKEN_WORDS.has(word)))
    return false;
  if (UNSPACED_SOUND.test(fold(inner))) return true;
  const named = words.length <= FEW_WORDS ? words : [first, words.at(-1) ?? first];
  if (named.some((word) => SOUND.test(word))) return true;
  // `[door closes]`: a caption in lower case is the whole segment, in brackets that are not used for speech.
  const isWhole = !/[\p{L}\p{N}]/u.test(text.slice(0, from) + text.slice(to));
  return (
    isWhole &&
    !text.startsWith('(', from) &&
    words.length <= FEW_WORDS &&
    inner === inner.toLowerCase() &&
    /\p{Ll}/u.test(inner)
  );
}

/** Ranges that are sung: text between two notes, or after a single note. A note at the end covers only itself. */
function notesIn(text: string): TextRange[] {
  if (!NOTE.test(text)) return [];
  const at = matches(text, NOTES);
  const ranges: TextRange[] = [];
  for (let index = 0; index < at.length; index += 2) {
    const [from, to] = [(at[index] as TextRange).from, at[index + 1]?.to ?? text.length];
    ranges.push({ from, to });
  }
  return ranges;
}

function creditsIn(text: string): TextRange[] {
  return matches(text, /[^.!?。！？…]+(?:[.!?。！？…]+(?!\s|$)[^.!?。！？…]*)*[.!?。！？…]*/gu).filter(
    ({ from, to }) => {
      if (to - from > MAX_CREDIT_CHARS) return false;
      const sentence = text.slice(from, to);
      const plain = fold(sentence)
        .replace(/['’]/g, '')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
      return CREDITS.some((credit) => credit.test(plain)) || EASTERN_CREDITS.test(sentence.trim());
    },
  );
}
