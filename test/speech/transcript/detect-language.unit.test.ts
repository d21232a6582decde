import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectLanguage, findOtherLanguage } from '../../../src/speech/transcript/detect-language.js';

interface Dialogue {
  readonly language?: string;
  readonly turns: readonly (readonly [string, string])[];
}

/** Written calls of the quality bench; English where no language is named. */
const dialogues = ['languages', 'seen'].flatMap((file) =>
  readFileSync(`bench/quality/dialogues/${file}.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line): Dialogue => JSON.parse(line)),
);

const said = (text: string, speaker: string | null = null) => ({ channel: null, speaker, text });

// cspell:disable -- fifteen languages
const SENTENCES: Readonly<Record<string, string>> = {
  da: 'Godmorgen, tak fordi du ringer, hvad kan jeg hjælpe dig med i dag? Jeg er blevet opkrævet to gange for samme måned og vil gerne have mine penge tilbage.',
  no: 'God morgen, takk for at du ringer, hva kan jeg hjelpe deg med i dag? Jeg har blitt belastet to ganger for samme måned og vil ha pengene mine tilbake.',
  cs: 'Dobré ráno, děkuji, že voláte, jak vám mohu dnes pomoci? Dvakrát jste mi účtovali stejný měsíc a chci své peníze zpět, prosím co nejdříve.',
  sk: 'Dobré ráno, ďakujem, že voláte, ako vám môžem dnes pomôcť? Dvakrát ste mi účtovali ten istý mesiac a chcem svoje peniaze späť.',
  ru: 'Доброе утро, спасибо за звонок, чем я могу вам сегодня помочь? С меня дважды списали деньги за один и тот же месяц, верните их, пожалуйста.',
  uk: 'Доброго ранку, дякую, що зателефонували, чим я можу вам допомогти? З мене двічі списали гроші за той самий місяць, поверніть їх, будь ласка.',
  zh: '早上好，感谢您的来电，请问有什么可以帮您？同一个月我被扣了两次费，我要退款，请尽快处理。谢谢您的帮助，我会等您的电话，再见。',
  ja: 'おはようございます。お電話ありがとうございます。本日はどのようなご用件でしょうか。同じ月に二回請求されましたので、返金をお願いいたします。',
};

/** Of languages that the library does not know, or cannot tell from their neighbours. */
const NOT_TOLD = [
  'Bo día, grazas por chamar, en que podo axudalo hoxe? Cobráronme dúas veces o mesmo mes e quero que me devolvan os cartos canto antes, por favor.',
  'Добро утро, благодарам што се јавивте, како можам да ви помогнам денес? Ми наплативте двапати за ист месец и сакам да ми ги вратите парите.',
  'Selamat pagi, terima kasih sudah menelepon, ada yang bisa saya bantu hari ini? Saya ditagih dua kali untuk bulan yang sama dan saya mau uang saya kembali.',
  'Habari za asubuhi, asante kwa kupiga simu, naweza kukusaidia nini leo? Nimelipishwa mara mbili kwa mwezi huo huo na nataka pesa zangu zirudishwe.',
  'Bore da, diolch am ffonio, sut galla i helpu chi heddiw? Codwyd arnaf ddwywaith am yr un mis a hoffwn gael fy arian yn ôl os gwelwch yn dda.',
  'Dobro jutro, hvala što ste nazvali, kako vam mogu pomoći danas? Naplatili ste mi dva puta za isti mjesec i želim da mi vratite novac.',
  'Қайырлы таң, қоңырау шалғаныңызға рахмет, бүгін сізге қалай көмектесе аламын? Менен бір айға екі рет ақша алынды, ақшамды қайтарғым келеді.',
];
// cspell:enable

// cspell:disable -- languages with neighbours that the library knows better
const WITH_NEIGHBOURS: Readonly<Record<string, string>> = {
  af: "Goeie môre, dankie dat jy gebel het. Hoe kan ek jou vandag help? Ek het 'n probleem met my rekening. Ek het hierdie maand twee keer betaal en ek wil my geld terug hê.",
  gl: 'Bos días, grazas por chamar. En que podo axudarlle hoxe? Teño un problema coa miña factura da luz. Paguei dúas veces este mes e gustaríame que me devolvesen o diñeiro.',
  lb: 'Moien, merci datt Dir urufft. Wéi kann ech Iech haut hëllefen? Ech hunn e Problem mat menger Rechnung. Ech hunn zweemol dëse Mount bezuelt an ech wéilt mäi Geld zréck hunn.',
  fy: 'Goeie moarn, tank foar it skiljen. Hoe kin ik jo hjoed helpe? Ik haw in probleem mei myn rekken. Ik haw dizze moanne twa kear betelle en ik wol myn jild werom hawwe.',
  nn: 'God morgon, takk for at du ringjer. Korleis kan eg hjelpe deg i dag? Eg har eit problem med straumrekninga mi. Eg har betalt to gonger denne månaden og vil gjerne ha pengane mine att.',
  cy: 'Bore da, diolch am ffonio, sut galla i helpu chi heddiw? Codwyd arnaf ddwywaith am yr un mis a hoffwn gael fy arian yn ôl os gwelwch yn dda.',
  co: "Bonghjornu, grazie per avè chjamatu. Cumu possu aiutà vi oghje? Aghju un prublema cù a mo fattura di l'elettricità. Aghju pagatu duie volte stu mese è mi piacerebbe ricuperà i mo soldi.",
  tt: 'Хәерле иртә, шалтыратуыгыз өчен рәхмәт. Бүген сезгә ничек ярдәм итә алам? Минем электр энергиясе өчен түләүдә проблема бар. Мин бу айда ике тапкыр түләдем һәм акчамны кире алырга телим.',
  id: 'Selamat pagi, terima kasih sudah menelepon, ada yang bisa saya bantu hari ini? Saya ditagih dua kali untuk bulan yang sama dan saya mau uang saya kembali.',
  be: 'Добрай раніцы, дзякуй за званок. Чым я магу вам сёння дапамагчы? У мяне праблема з рахункам за электрычнасць. Я заплаціў двойчы ў гэтым месяцы і хацеў бы вярнуць грошы.',
};
// cspell:enable

describe('an engine that names the language of the call', () => {
  const written = dialogues
    .filter(({ language }) => language !== 'mixed')
    .map(({ language = 'en', turns }) => ({
      language,
      segments: turns.map(([speaker, text]) => said(text, speaker)),
    }));

  it('rightly is believed, whatever the call of the bench', async () => {
    for (const { language, segments } of written) expect(await findOtherLanguage(segments, language)).toBeNull();
  });

  it('plainly wrong is overruled by the text: of the calls of the bench by nearly all, and never by a wrong language', async () => {
    let overruled = 0;
    for (const { language, segments } of written) {
      const found = await findOtherLanguage(segments, 'cy');
      if (found === null) continue;
      expect(found).toBe(language);
      overruled++;
    }
    expect(overruled / written.length, 'share of calls').toBeGreaterThan(0.95);
  });

  it.each(Object.entries(WITH_NEIGHBOURS))(
    'rightly is believed where the text looks like its neighbour: %s',
    async (language, text) => {
      expect(await findOtherLanguage([said(text)], language)).toBeNull();
    },
  );

  it('is believed where the text is short, or in two languages', async () => {
    expect(await findOtherLanguage([said('Thank you for calling, how can I help you today?')], 'cy')).toBeNull();
    const mixed = [
      said(SENTENCES.da ?? '', 'a'),
      said(SENTENCES.da ?? '', 'a'),
      said(SENTENCES.da ?? '', 'a'),
      said(SENTENCES.cs ?? '', 'b'),
    ];
    expect(await findOtherLanguage(mixed, 'cy')).toBeNull();
  });
});

describe('the language of a call by its text', () => {
  it('is never wrong for a written call of the bench, with and without punctuation, and named for all but a few', async () => {
    const wrong: string[] = [];
    let [named, calls] = [0, 0];
    for (const { language = 'en', turns } of dialogues.filter(({ language }) => language !== 'mixed')) {
      for (const bare of [false, true]) {
        const segments = turns.map(([speaker, text]) =>
          said(bare ? text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}' ]+/gu, ' ') : text, bare ? null : speaker),
        );
        const detected = await detectLanguage(segments);
        calls += 1;
        if (detected === language) named += 1;
        else if (detected !== null) wrong.push(`${language}: ${detected}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(calls, 'calls of the bench, each with and without punctuation').toBe(446);
    // The others are short, and of two speakers with a few words each.
    expect(named).toBeGreaterThanOrEqual(441);
  });

  it('is never wrong for the beginning of a call, and not named for a few words', async () => {
    const wrong: string[] = [];
    for (const { language = 'en', turns } of dialogues.filter(({ language }) => language !== 'mixed')) {
      for (let count = 1; count <= 8; count++) {
        const detected = await detectLanguage(turns.slice(0, count).map(([speaker, text]) => said(text, speaker)));
        if (detected !== null && detected !== language) wrong.push(`${language}: ${detected}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await detectLanguage([])).toBeNull();
    expect(await detectLanguage([said('Thank you for calling, how can I help you today?')])).toBeNull();
    expect(await detectLanguage([said('0171 5550123, 0171 5550123, '.repeat(20))])).toBeNull();
  });

  it.each(Object.entries(SENTENCES))('tells %s from its neighbours', async (language, text) => {
    expect(await detectLanguage([said(text)])).toBe(language);
  });

  it.each(NOT_TOLD)('names none rather than a wrong one: %s', async (text) => {
    expect(await detectLanguage([said(text)])).toBeNull();
  });

  it('is that of most of the text, and none for a call in two languages', async () => {
    const [danish, czech] = [SENTENCES.da ?? '', SENTENCES.cs ?? ''];
    expect(await detectLanguage([said(danish, 'a'), said(czech, 'b')])).toBeNull();
    expect(await detectLanguage([said(danish, 'a'), said(danish, 'a'), said(danish, 'a'), said(czech, 'b')])).toBe(
      'da',
    );
  });

  /** The beginning of a text with so many letters. */
  const lettersOf = (text: string, count: number) => {
    let letters = 0;
    return [...text].filter((character) => letters < count && (/\p{L}/u.test(character) ? ++letters : true)).join('');
  };

  it.each(['da', 'cs', 'ru'])('is named from 100 letters on: %s', async (language) => {
    const text = SENTENCES[language] ?? '';
    expect(await detectLanguage([said(lettersOf(text, 100))]), 'A hundred letters name no language').toBe(language);
    expect(await detectLanguage([said(lettersOf(text, 99))]), 'Fewer letters name one').toBeNull();
  });

  it('is named from 100 letters of one language on, in which those of another speaker do not count', async () => {
    const few = (letters: number) => [
      said(lettersOf(SENTENCES.da ?? '', letters), 'a'),
      said(lettersOf(SENTENCES.cs ?? '', 49), 'b'),
    ];
    expect(await detectLanguage(few(100))).toBe('da');
    expect(await detectLanguage(few(99)), 'Fewer than a hundred letters of a language name it').toBeNull();
  });

  it('counts no part of the text that is shorter than 60 letters, and no text twice', async () => {
    const danish = (letters: number, speaker: string) => said(lettersOf(SENTENCES.da ?? '', letters), speaker);
    const named = (...segments: ReturnType<typeof said>[]) => detectLanguage(segments);
    expect(await named(danish(60, 'a'), danish(60, 'b')), 'two speakers of 60 letters').toBe('da');
    expect(await named(danish(59, 'a'), danish(59, 'b')), 'two speakers of 59 letters').toBeNull();
    expect(await named(danish(80, 'a'), danish(10, 'a')), 'one speaker of 90 letters in two turns').toBeNull();
  });

  it('is that of two thirds of the text, whichever comes first', async () => {
    const call = (danish: number, czech: number) => [
      said(lettersOf(SENTENCES.cs ?? '', czech), 'b'),
      said(lettersOf(SENTENCES.da ?? '', danish), 'a'),
    ];
    expect(await detectLanguage(call(120, 60)), 'two thirds of the text').toBe('da');
    expect(await detectLanguage(call(120, 61)), 'less than two thirds').toBeNull();
  });

  it.each<[string, (at: number) => { channel: number | null; speaker: string | null }]>([
    ['two speakers', (at) => ({ channel: null, speaker: `voice_${at}` })],
    ['two channels', (at) => ({ channel: at, speaker: null })],
  ])('is that of most of the text of %s who speak two languages in turn', async (_who, own) => {
    const turnsOf = (text = '') => Array.from(text.matchAll(/.{1,30}(?: |$)/gu), ([turn]) => turn);
    const [danish, czech] = [turnsOf(SENTENCES.da), turnsOf(SENTENCES.cs)];
    const call = [...danish, ...danish, ...danish].flatMap((text, at) => [
      { ...own(0), text },
      ...czech.slice(at, at + 1).map((other) => ({ ...own(1), text: other })),
    ]);
    expect(await detectLanguage(call)).toBe('da');
  });

  it('takes a part of a long call', async () => {
    const long = Array.from({ length: 20_000 }, (_, at) => said(SENTENCES.da ?? '', `voice_${at % 2}`));
    expect(await detectLanguage(long)).toBe('da');
    const foreign = Array.from({ length: 2_000 }, () => said(SENTENCES.cs ?? '', 'voice_0'));
    expect(await detectLanguage([...foreign, ...long]), 'a call that begins in another language').toBe('da');
  });
});
