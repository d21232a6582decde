// What the process of sherpa-onnx could answer for an utterance, and no model should.

const TOKENS = { text: 'a b', tokens: [' a', ' b'], timestamps: [0.1, 0.4], durations: [0.2, 0.2] };

export const ODD_SHERPA_RESULTS: ReadonlyArray<{
  readonly what: string;
  /** True where the words are there all the same. */
  readonly heard: boolean;
  readonly result: object | null;
}> = [
  { what: 'NUL and half a surrogate pair', heard: true, result: { text: 'a\0 \ud800' } },
  {
    what: 'NUL and half a surrogate pair in tokens',
    heard: true,
    result: { ...TOKENS, tokens: ['\0', ' \ud800'] },
  },
  { what: 'times in another order', heard: true, result: { ...TOKENS, timestamps: [0.4, 0.1] } },
  { what: 'times before and after the cut', heard: true, result: { ...TOKENS, timestamps: [-3, 9e9] } },
  { what: 'times that are none', heard: true, result: { ...TOKENS, timestamps: [null, null] } },
  { what: 'lengths below 0', heard: true, result: { ...TOKENS, durations: [-5, -5] } },
  { what: 'probabilities above 1', heard: true, result: { ...TOKENS, ys_log_probs: [3, -1] } },
  { what: 'the same probability throughout', heard: true, result: { ...TOKENS, ys_log_probs: [0, 0] } },
  { what: 'fewer times than tokens', heard: true, result: { ...TOKENS, timestamps: [0.1] } },
  { what: 'a language that is none', heard: true, result: { ...TOKENS, lang: 'Klingon' } },
  { what: 'members that are new', heard: true, result: { ...TOKENS, new_member: [1] } },
  { what: 'a number for the text', heard: false, result: { text: 5 } },
  { what: 'no result at all', heard: false, result: null },
];
