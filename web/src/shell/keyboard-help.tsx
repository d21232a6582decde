import { Dialog } from '../parts/dialog.tsx';
import type { TextKey } from '../texts/en.js';
import { t } from '../texts/texts.js';

const KEYS: readonly (readonly [keys: readonly string[], does: TextKey])[] = [
  [['?'], 'keys.help'],
  [['/'], 'keys.search'],
  [['j', 'k'], 'keys.nextCall'],
  [['Enter'], 'keys.open'],
  [['s'], 'send.key'],
  [['Space'], 'keys.play'],
  [['←', '→'], 'keys.seek'],
  [['n', 'p'], 'keys.flag'],
  [[',', '.'], 'keys.word'],
  [['f'], 'keys.find'],
  [['1', '9'], 'decide.keys.answer'],
  [['↑', '↓'], 'decide.keys.item'],
  [['c'], 'decide.keys.correct'],
  [['Ctrl S'], 'decide.keys.save'],
  [['t'], 'queue.keys.take'],
  [['Esc'], 'keys.close'],
];

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
