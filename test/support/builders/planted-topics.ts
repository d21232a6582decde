// The words of the twelve planted forms, see planted-forms.ts.
// cspell:ignore freut haben nicht niemals nirgends

/** What one form looks for. Its words stand in no other form. */
export interface Topic {
  readonly any: readonly string[];
  readonly none: readonly string[];
  /** Two sentences that match, each with the words that do. */
  readonly hit: readonly [text: string, quote: string];
  readonly otherHit: readonly [text: string, quote: string];
  /** The same words with a word of `none` in their sentence. */
  readonly undone: string;
  /** Nearly the words. */
  readonly miss: string;
}

export const TOPICS: readonly Topic[] = [
  {
    any: ['full marks', 'we are quite content'],
    none: ['hardly'],
    hit: ['Here we are quite content today.', 'we are quite content'],
    otherHit: ['Hardly a word. We are quite content.', 'We are quite content'],
    undone: 'We are quite content though hardly rich.',
    miss: 'We are quite. Content comes later.',
  },
  {
    any: ['parcel|package arrives|comes'],
    none: ['never'],
    hit: ['The parcel arrives soon.', 'parcel arrives'],
    otherHit: ['Your package comes today.', 'package comes'],
    undone: 'The parcel arrives never again.',
    miss: 'The parcel. Arrives later.',
  },
  {
    any: ['warranty ~3 years'],
    none: ['expired'],
    hit: ['The warranty lasts two years here.', 'warranty lasts two years'],
    otherHit: ['A warranty years ago.', 'warranty years'],
    undone: 'The warranty lasts two years and expired.',
    miss: 'The warranty holds for many good years.',
  },
  {
    any: ['free trial? month'],
    none: ['unless'],
    hit: ['One free trial month is yours.', 'free trial month'],
    otherHit: ['A free month is yours.', 'free month'],
    undone: 'A free month unless you call.',
    miss: 'Free for a month.',
  },
  {
    any: ['refund* ~2 bank'],
    none: ['no refund*'],
    hit: ['I refunded it to bank and all.', 'refunded it to bank'],
    otherHit: ['The refunds bank on that.', 'refunds bank'],
    undone: 'There is no refund to bank today.',
    miss: 'I refund. Bank later.',
  },
  {
    any: ['# euros|dollars'],
    none: ['not'],
    hit: ['It costs 40 dollars now.', '40 dollars'],
    otherHit: ['It is 5 euros.', '5 euros'],
    undone: 'It is not 40 dollars.',
    miss: 'It costs forty dollars.',
  },
  {
    any: ['(terms and conditions|small print) ~1 (apply|applies)'],
    none: ['barely'],
    hit: ['Our terms and conditions always apply.', 'terms and conditions always apply'],
    otherHit: ['The small print applies.', 'small print applies'],
    undone: 'The small print applies barely.',
    miss: 'Our terms apply.',
  },
  {
    any: ['^ certainly|gladly sir'],
    none: ['lying'],
    hit: ['Certainly sir, at once.', 'Certainly sir'],
    otherHit: ['I see. Gladly sir.', 'Gladly sir'],
    undone: 'Gladly sir I was lying.',
    miss: 'You are certainly sir Francis.',
  },
  {
    any: ['over and out $'],
    none: ['joke'],
    hit: ['That is over and out.', 'over and out'],
    otherHit: ['Over and out!', 'Over and out'],
    undone: 'As a joke over and out.',
    miss: 'Over and out of it.',
  },
  {
    any: ['umbrella', 'bring ~1 raincoat'],
    none: ['forget', 'leave ~3 home'],
    hit: ['Take the umbrella please.', 'umbrella'],
    otherHit: ['Do bring a raincoat.', 'bring a raincoat'],
    undone: 'You may leave the umbrella at home.',
    miss: 'Please bring both a raincoat.',
  },
  {
    any: ['self service portal'],
    none: ['closed'],
    hit: ['Use our Self-Service portal.', 'Self-Service portal'],
    otherHit: ['THE SELF SERVICE PORTAL works.', 'SELF SERVICE PORTAL'],
    undone: 'The self service portal is closed.',
    miss: 'Our self portal.',
  },
  {
    any: ['gespräch ~2 aufgezeichnet'],
    none: ['nicht'],
    hit: ['Dieses Gespräch wird aufgezeichnet.', 'Gespräch wird aufgezeichnet'],
    otherHit: ['Das Gespräch aufgezeichnet zu haben freut uns.', 'Gespräch aufgezeichnet'],
    undone: 'Das Gespräch wird nicht aufgezeichnet.',
    miss: 'Das Gespräch wird niemals und nirgends aufgezeichnet.',
  },
];
