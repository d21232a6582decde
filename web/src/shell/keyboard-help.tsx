import { Dialog } from '../parts/dialog.tsx';
import type { TextKey } from '../texts/en.js';
import { t } from '../texts/texts.js';

type Key = readonly [keys: readonly string[], does: TextKey];

/** Keys by the place where they work. */
const GROUPS: readonly (readonly [where: TextKey, keys: readonly Key[]])[] = [
  [
    'keys.everywhere',
    [
      [['?'], 'keys.help'],
      [['/'], 'keys.search'],
      [['Ctrl K', '⌘ K'], 'palette.title'],
      [['Esc'], 'keys.close'],
    ],
  ],
  [
    'calls.title',
    [
      [['j', 'k'], 'keys.nextCall'],
      [['Enter'], 'keys.open'],
      [['x', 'X'], 'many.keys.choose'],
      [['s'], 'send.key'],
      [['t'], 'queue.keys.take'],
    ],
  ],
  [
    'search.title',
    [
      [['j', 'k'], 'search.keys.next'],
      [['Enter'], 'search.keys.open'],
    ],
  ],
  [
    'keys.call',
    [
      [['Space'], 'keys.play'],
      [['←', '→'], 'keys.seek'],
      [[',', '.'], 'keys.word'],
      [['n', 'p'], 'keys.flag'],
      [['f'], 'keys.find'],
      [['↑', '↓'], 'decide.keys.item'],
      [['1', '9'], 'decide.keys.answer'],
      [['d'], 'review.keys.doubt'],
      [['a'], 'review.keys.agree'],
      [['o'], 'disputes.key'],
      [['c'], 'decide.keys.correct'],
      [['Ctrl S'], 'decide.keys.save'],
      [['Ctrl ↵'], 'review.keys.saveNext'],
      [['Ctrl Z'], 'review.keys.undo'],
    ],
  ],
  [
    'forms.title',
    [
      [['j', 'k'], 'forms.keys.next'],
      [['Alt ↑', 'Alt ↓'], 'forms.keys.move'],
      [['Ctrl S'], 'forms.keys.save'],
    ],
  ],
];

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      {GROUPS.map(([where, keys]) => (
        <section key={where}>
          <h3>{t(where)}</h3>
          <dl class="keys">
            {keys.map(([names, does]) => (
              <div key={does}>
                <dt>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{t(does)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
