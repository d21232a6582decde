// What the person decides about one finding or question: the answer, why, and what shows it.
import { useComputed } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { t } from '../../../texts/texts.js';
import type { Deciding } from '../draft/deciding.js';
import { MAX_NOTE, MAX_QUOTES, type Quote, quoteFault, type Verdict, WITHDRAW } from '../draft/draft.js';
import type { Item } from '../draft/items.js';
import { useDecidingHere } from '../draft/use-deciding.js';

export function YourAnswer({ item }: { readonly item: Item }) {
  const deciding = useDecidingHere();
  return deciding && item.options.length > 0 ? <Answering item={item} deciding={deciding} /> : null;
}

interface AnsweringProps {
  readonly item: Item;
  readonly deciding: Deciding;
}

/** The answers in the order of their digits. The digit of `withdraw` is always 0: it comes and goes with a person's answer. */
export const choicesOf = ({ options, isHuman }: Item) => [
  ...options,
  ...(isHuman ? [{ value: WITHDRAW, name: t('decide.withdraw') }] : []),
];

/** Another press of the same answer takes it back. */
export function choose({ decide, draft }: Deciding, key: string, answer: string): void {
  decide(key, draft.peek().verdicts[key]?.answer === answer ? null : { answer });
}

const digitOf = (value: string, index: number): number | null =>
  value === WITHDRAW ? 0 : index < 9 ? index + 1 : null;

function Answering({ item, deciding }: AnsweringProps) {
  const verdict = useComputed(() => deciding.draft.value.verdicts[item.key]).value;
  return (
    <div class="yours">
      <fieldset class="yours-answers">
        <legend class="unseen">{t('decide.yours', { what: item.title })}</legend>
        {choicesOf(item).map(({ value, name }, index) => {
          const digit = digitOf(value, index);
          return (
            <button
              key={value}
              type="button"
              class="your-answer"
              aria-pressed={verdict?.answer === value}
              aria-keyshortcuts={digit === null ? undefined : String(digit)}
              onClick={() => choose(deciding, item.key, value)}
            >
              {digit !== null && (
                <span class="digit" aria-hidden="true">
                  {digit}
                </span>
              )}
              <span dir="auto">{name}</span>
            </button>
          );
        })}
      </fieldset>
      {verdict && <Reasons item={item} deciding={deciding} verdict={verdict} />}
    </div>
  );
}

function Reasons({ item, deciding, verdict }: AnsweringProps & { readonly verdict: Verdict }) {
  const id = useId();
  const takesQuotes = verdict.answer !== WITHDRAW && !item.key.startsWith('violation:');
  return (
    <div class="yours-why">
      <label class="unseen" for={id}>
        {t('decide.note', { what: item.title })}
      </label>
      <textarea
        id={id}
        rows={1}
        dir="auto"
        maxLength={MAX_NOTE}
        placeholder={t('decide.note.say')}
        value={verdict.note}
        onInput={(event) => deciding.decide(item.key, { note: event.currentTarget.value })}
      />
      {takesQuotes && <PickedQuotes item={item} deciding={deciding} verdict={verdict} />}
    </div>
  );
}

function PickedQuotes({ item, deciding, verdict }: AnsweringProps & { readonly verdict: Verdict }) {
  const { decide, picking } = deciding;
  const isPicking = picking.value?.key === item.key;
  const own = item.citations.map(({ segment_id, quote }): Quote => ({ segment_id, quote }));
  const takeable = own
    .filter((quote) => quoteFault(verdict, quote) === null)
    .slice(0, MAX_QUOTES - verdict.quotes.length);
  return (
    <>
      {verdict.quotes.length > 0 && (
        <ul class="picked">
          {verdict.quotes.map((quote) => (
            <li key={`${quote.segment_id}-${quote.quote}`}>
              <q dir="auto">{quote.quote}</q>
              <button
                type="button"
                class="bare"
                aria-label={t('decide.quote.drop', { quote: quote.quote })}
                onClick={() => decide(item.key, { quotes: verdict.quotes.filter((one) => one !== quote) })}
              >
                <Icon name="cross" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="yours-acts">
        {verdict.quotes.length < MAX_QUOTES && (
          <button
            type="button"
            class="link"
            aria-pressed={isPicking}
            onClick={() => (picking.value = isPicking ? null : { key: item.key, title: item.title })}
          >
            {t('decide.quote.pick')}
          </button>
        )}
        {takeable.length > 0 && (
          <button
            type="button"
            class="link"
            onClick={() => decide(item.key, { quotes: [...verdict.quotes, ...takeable] })}
          >
            {t('decide.quote.take')}
          </button>
        )}
      </p>
    </>
  );
}
