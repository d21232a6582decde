import { t } from '../../../texts/texts.js';

/** Patterns as the service takes them; the examples are English whatever the language. */
const SIGNS = [
  ['right to cancel', 'forms.sign.row'],
  ['call|line', 'forms.sign.either'],
  ['call ~3 recorded', 'forms.sign.gap'],
  ['refund*', 'forms.sign.ending'],
  ['(small print|terms) apply', 'forms.sign.rows'],
  ['free trial? month', 'forms.sign.missing'],
  ['# euros', 'forms.sign.number'],
  ['^ certainly', 'forms.sign.start'],
  ['over and out $', 'forms.sign.end'],
] as const;

export function PatternHelp() {
  return (
    <details class="form-patterns">
      <summary>{t('forms.sign')}</summary>
      <dl>
        {SIGNS.map(([pattern, say]) => (
          <div key={pattern}>
            <dt>
              <code>{pattern}</code>
            </dt>
            <dd class="soft">{t(say)}</dd>
          </div>
        ))}
      </dl>
      <p class="soft small">{t('forms.sign.say')}</p>
    </details>
  );
}
