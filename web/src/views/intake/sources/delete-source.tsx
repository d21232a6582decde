import { useState } from 'preact/hooks';
import type { Source } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { Problem } from '../../../parts/states.tsx';
import { go, to } from '../../../routing/router.js';
import { t } from '../../../texts/texts.js';

export function DeleteSource({ source }: { readonly source: Source }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <div class="acts">
        <button type="button" class="danger" onClick={() => setAsked(true)}>
          {t('sources.delete')}
        </button>
      </div>
      {isAsked && <Question source={source} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Its name is typed, so that no other one is deleted. */
function Question({ source, onClose }: { readonly source: Source; readonly onClose: () => void }) {
  const { name } = source;
  const [typed, setTyped] = useState('');
  const { error, isBusy, run } = useAct();
  const isSame = typed.trim() === name;
  return (
    <Dialog title={t('sources.delete.title', { name })} onClose={onClose}>
      <p>{t('sources.delete.say')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSame) return;
          void run(`delete ${source.id}`, async (client) => {
            await client.sources.delete(source.id);
            go(to('/intake/sources'), { replace: true });
          });
        }}
      >
        <Field
          label={t('sources.delete.type', { name })}
          name="typed"
          required
          autocomplete="off"
          value={typed}
          onValue={setTyped}
        />
        {error !== null && <Problem error={error} />}
        <div class="acts">
          <button type="submit" class="danger" disabled={isBusy || !isSame}>
            {t('sources.delete')}
          </button>
          <button type="button" class="second" onClick={onClose}>
            {t('sources.delete.keep')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
