import { describe, expect, it } from 'vitest';
import { languageCode } from '../../../src/adapters/vendor/language-code.js';

// cspell:disable -- codes and names of languages
describe('languages', () => {
  it.each([
    ['english', 'en'],
    ['Haitian Creole', 'ht'],
    ['castilian', 'es'],
    ['Bengali', 'bn'],
    [' Yoruba\n', 'yo'],
    ['en', 'en'],
    ['pt-BR', 'pt'],
    ['jw', 'jv'],
    ['yue', 'zh'],
    ['cmn-Hans', 'zh'],
    ['iw', 'he'],
    ['fil', 'tl'],
    ['<|en|>', 'en'],
    ['English', 'en'],
    ['en-US', 'en'],
    ['en_GB', 'en'],
    ['en_US.UTF-8', 'en'],
    ['[EN]', 'en'],
    ['lang:en', 'en'],
    ['en (English)', 'en'],
    ['American English', 'en'],
    ['eng', 'en'],
    ['eng_Latn', 'en'],
    ['ger', 'de'],
    ['deu', 'de'],
    ['Deutsch', 'de'],
    ['allemand', 'de'],
    ['wel', 'cy'],
    ['cym', 'cy'],
    ['Welsh', 'cy'],
    ['Cymraeg', 'cy'],
    ['fre', 'fr'],
    ['Français', 'fr'],
    ['Español (México)', 'es'],
    ['es-419', 'es'],
    ['Brazilian Portuguese', 'pt'],
    ['Chinese (Simplified)', 'zh'],
    ['Mandarin Chinese', 'zh'],
    ['zh-Hans-CN', 'zh'],
    ['日本語', 'ja'],
    ['русский', 'ru'],
    ['العربية', 'ar'],
    ['arb', 'ar'],
    ['Norwegian Bokmål', 'nb'],
    ['haw', null],
    ['xx', null],
    ['und', null],
    ['auto', null],
    ['unknown', null],
    ['no language', null],
    ['English or German', null],
    ['<|nospeech|>', null],
    ['klingon', null],
    ['', null],
    [null, null],
  ])('%s → %s', (given, code) => expect(languageCode(given)).toBe(code));

  // Source: Whisper's tokenizer.
  it('of Whisper are known by their names', () => {
    const names = `afrikaans af,albanian sq,amharic am,arabic ar,armenian hy,assamese as,azerbaijani az,bashkir ba,basque eu,
      belarusian be,bengali bn,bosnian bs,breton br,bulgarian bg,burmese my,cantonese zh,castilian es,catalan ca,chinese zh,croatian hr,
      czech cs,danish da,dutch nl,english en,estonian et,faroese fo,finnish fi,flemish nl,french fr,galician gl,georgian ka,german de,
      greek el,gujarati gu,haitian ht,haitian creole ht,hausa ha,hebrew he,hindi hi,hungarian hu,icelandic is,indonesian id,italian it,
      japanese ja,javanese jv,kannada kn,kazakh kk,khmer km,korean ko,lao lo,latin la,latvian lv,letzeburgesch lb,lingala ln,
      lithuanian lt,luxembourgish lb,macedonian mk,malagasy mg,malay ms,malayalam ml,maltese mt,mandarin zh,maori mi,marathi mr,
      moldavian ro,moldovan ro,mongolian mn,myanmar my,nepali ne,norwegian no,nynorsk nn,occitan oc,panjabi pa,pashto ps,persian fa,
      polish pl,portuguese pt,punjabi pa,pushto ps,romanian ro,russian ru,sanskrit sa,serbian sr,shona sn,sindhi sd,sinhala si,
      sinhalese si,slovak sk,slovenian sl,somali so,spanish es,sundanese su,swahili sw,swedish sv,tagalog tl,tajik tg,tamil ta,
      tatar tt,telugu te,thai th,tibetan bo,turkish tr,turkmen tk,ukrainian uk,urdu ur,uzbek uz,valencian ca,vietnamese vi,welsh cy,
      yiddish yi,yoruba yo`;
    const entries = names.split(',').map((entry) => entry.trim());
    expect(entries.filter((entry) => languageCode(entry.slice(0, -3)) !== entry.slice(-2))).toEqual([]);
  });

  it('of any length are read in no time', () => {
    for (const part of ['a', '(', '<|', 'en ', 'é']) expect(languageCode(part.repeat(1_000_000))).toBeNull();
  });
});
