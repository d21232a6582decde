import { useState } from 'preact/hooks';
import type { WebhookEndpoint } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { Problem } from '../../../parts/states.tsx';
import { go, to } from '../../../routing/router.js';
import { t } from '../../../texts/texts.js';
import { nameOf } from './endpoint-name.js';

export function DeleteEndpoint({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <div class="acts">
        <button type="button" class="danger" onClick={() => setAsked(true)}>
          {t('endpoints.delete')}
        </button>
      </div>
      {isAsked && <Question endpoint={endpoint} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Its name is typed, so that no other one is deleted. */
function Question({ endpoint, onClose }: { readonly endpoint: WebhookEndpoint; readonly onClose: () => void }) {
  const name = nameOf(endpoint);
  const [typed, setTyped] = useState('');
  const { error, isBusy, run } = useAct();
  const isSame = typed.trim() === name;
  return (
    <Dialog title={t('endpoints.delete.title', { name })} onClose={onClose}>
      <p>{t('endpoints.delete.say')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSame) return;
          void run(`delete ${endpoint.id}`, async (client) => {
            await client.webhookEndpoints.delete(endpoint.id);
            go(to('/developers/endpoints'), { replace: true });
          });
        }}
      >
        <Field
          label={t('endpoints.delete.type', { name })}
          name="typed"
          required
          autocomplete="off"
          value={typed}
          onValue={setTyped}
        />
        {error !== null && <Problem error={error} />}
        <div class="acts">
          <button type="submit" class="danger" disabled={isBusy || !isSame}>
            {t('endpoints.delete')}
          </button>
          <button type="button" class="second" onClick={onClose}>
            {t('endpoints.delete.keep')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
