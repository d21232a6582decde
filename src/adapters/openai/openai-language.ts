// Turns the language of a provider's answer into ISO 639-1. Whisper and its descendants name the language in English, other
// models give a code. Source of the names: Whisper's tokenizer.
const CODES: Readonly<Record<string, string>> = Object.fromEntries(
  `afrikaans af,albanian sq,amharic am,arabic ar,armenian hy,assamese as,azerbaijani az,bashkir ba,basque eu,belarusian be,
  bengali bn,bosnian bs,breton br,bulgarian bg,burmese my,cantonese zh,castilian es,catalan ca,chinese zh,croatian hr,czech cs,
  danish da,dutch nl,english en,estonian et,faroese fo,finnish fi,flemish nl,french fr,galician gl,georgian ka,german de,
  greek el,gujarati gu,haitian ht,haitian creole ht,hausa ha,hebrew he,hindi hi,hungarian hu,icelandic is,indonesian id,
  italian it,japanese ja,javanese jv,kannada kn,kazakh kk,khmer km,korean ko,lao lo,latin la,latvian lv,letzeburgesch lb,
  lingala ln,lithuanian lt,luxembourgish lb,macedonian mk,malagasy mg,malay ms,malayalam ml,maltese mt,mandarin zh,maori mi,
  marathi mr,moldavian ro,moldovan ro,mongolian mn,myanmar my,nepali ne,norwegian no,nynorsk nn,occitan oc,panjabi pa,
  pashto ps,persian fa,polish pl,portuguese pt,punjabi pa,pushto ps,romanian ro,russian ru,sanskrit sa,serbian sr,shona sn,
  sindhi sd,sinhala si,sinhalese si,slovak sk,slovenian sl,somali so,spanish es,sundanese su,swahili sw,swedish sv,tagalog tl,
  tajik tg,tamil ta,tatar tt,telugu te,thai th,tibetan bo,turkish tr,turkmen tk,ukrainian uk,urdu ur,uzbek uz,valencian ca,
  vietnamese vi,welsh cy,yiddish yi,yoruba yo`
    .split(',')
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(0, -3), entry.slice(-2)]),
);
/** Codes that models give although ISO 639-1 has none of them, each with the nearest code that ISO 639-1 has. */
const OTHER_CODES: Readonly<Record<string, string>> = { jw: 'jv', iw: 'he', yue: 'zh', cmn: 'zh', fil: 'tl' };

/** ISO 639-1 of a language given by name (`english`) or code (`en`, `en-GB`); null when it is neither. */
export function languageCode(language: string | null | undefined): string | null {
  const name = language?.trim().toLowerCase() ?? '';
  const primary = name.split(/[-_]/)[0] ?? '';
  return CODES[name] ?? OTHER_CODES[primary] ?? (/^[a-z]{2}$/.test(primary) ? primary : null);
}
