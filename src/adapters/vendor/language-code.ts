// Turns the language of a server's response into ISO 639-1: servers name it in English (Whisper), in its own language, or by a
// code with or without a country, a script, or the brackets of a token.

// cspell:disable -- codes and names of languages
/** All codes of ISO 639-1, so that two letters that are none name no language. */
const ISO_639_1: ReadonlySet<string> = new Set(
  `aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff
  fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks
  ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps
  pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz
  ve vi vo wa wo xh yi yo za zh zu`.split(/\s+/),
);
/** Codes that servers use but ISO 639-1 lacks, each with the nearest code of ISO 639-1. */
const NEAREST: Readonly<Record<string, string>> = {
  fil: 'tl',
  yue: 'zh',
  wuu: 'zh',
  nan: 'zh',
  hak: 'zh',
  gsw: 'de',
  ckb: 'ku',
};
/** Names of Whisper's tokenizer, and others in use, that the tables of Unicode do not have. */
const OTHER_NAMES = `bengali bn,burmese my,cantonese zh,castilian es,farsi fa,flemish nl,haitian ht,kirghiz ky,letzeburgesch lb,mandarin zh,
  maori mi,moldavian ro,moldovan ro,myanmar my,nynorsk nn,bokmal nb,oriya or,panjabi pa,pushto ps,sinhalese si,tagalog tl,valencian ca,
  bahasa indonesia id,bahasa melayu ms,uighur ug,tibetan bo,frisian fy,gaelic gd,kurdi ku,kalaallisut kl`;
// cspell:enable
/** Servers name languages in English first of all; a server of another country may name them in its own. */
const NAMING_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const MAX_NAME_CHARS = 60;

/**
 * ISO 639-1 of a language given by name (`english`, `Deutsch`, `Brazilian Portuguese`) or by code (`en`, `en-GB`, `en_US.UTF-8`,
 * `eng`, `ger`, `<|en|>`); null when it is neither.
 */
export function languageCode(language: string | null | undefined): string | null {
  const name = plain(language?.slice(0, MAX_NAME_CHARS) ?? '');
  const withoutNote = plain(name.replace(/[([{].*/u, ''));
  return (
    codeNamed(name) ?? codeOfTag(name) ?? codeNamed(withoutNote) ?? codeOfTag(withoutNote) ?? codeWithin(withoutNote)
  );
}

/** Name in lower case, without diacritics and without other characters than letters at its ends. */
function plain(name: string): string {
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return folded
    .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    .replace(/^(?:lang|language|label|locale)[^\p{L}]+/u, '')
    .replace(/\s+/gu, ' ');
}

let names: ReadonlyMap<string, string> | null = null;

/**
 * Finds a code in the names of Unicode's locale data, which Node includes: complete, and maintained by others. The table is built
 * at the first response that needs it, in some 30 ms.
 */
function codeNamed(name: string): string | null {
  names ??= readNames();
  return names.get(name) ?? null;
}

function readNames(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string | undefined, code: string) => {
    const key = plain(name ?? '');
    if (key !== '' && !found.has(key)) found.set(key, code);
  };
  for (const entry of OTHER_NAMES.split(',').map((each) => each.trim())) add(entry.slice(0, -3), entry.slice(-2));
  for (const naming of NAMING_LANGUAGES) {
    const languages = namesIn(naming);
    for (const code of ISO_639_1) add(languages.of(code), code);
  }
  for (const code of ISO_639_1) add(namesIn(code).of(code), code);
  return found;
}

function namesIn(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' });
}

/**
 * Unicode's aliases know ISO 639-2 in both forms, ISO 639-3 and withdrawn codes: `ger`, `deu`, `cmn` and `iw` become `de`, `zh`
 * and `he`.
 */
function codeOfTag(tag: string): string | null {
  // After the primary tag, anything names a country, a script or a character set.
  const primary = /^([a-z]{2,3})(?![a-z])/.exec(tag)?.[1];
  if (primary === undefined || (tag !== primary && !/^[a-z]{2,3}[-_.@;]/.test(tag))) return null;
  const canonical = new Intl.Locale(primary).language;
  const code = NEAREST[canonical] ?? canonical;
  return ISO_639_1.has(code) ? code : null;
}

/** The one language among the words: `American English`, `Mandarin Chinese (Simplified)`; null where there are two. */
function codeWithin(name: string): string | null {
  const codes = new Set(name.split(/[^\p{L}]+/u).flatMap((word) => (word.length > 3 ? (codeNamed(word) ?? []) : [])));
  const [only] = codes;
  return codes.size === 1 && only !== undefined ? only : null;
}
