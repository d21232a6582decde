import { useRef, useState } from 'preact/hooks';
import { write } from '../../../api/api.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';
import type { CardData } from '../model/card-data.js';

interface PublishProps {
  readonly data: CardData;
  readonly revision: number;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}

/** Says what it means for calls from now on. */
export function PublishDialog({ data: { card, published }, revision, onClose, onPublished }: PublishProps) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const publish = async () => {
    setBusy(true);
    try {
      const idempotencyKey = key.current;
      await write((client) => client.scorecards.publishRevision(card.id, revision, { idempotencyKey }));
      onClose();
      onPublished();
    } catch (refused) {
      key.current = crypto.randomUUID();
      setError(refused);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('forms.publish.ask', { n: revision })} onClose={onClose}>
      <ul class="form-means">
        <li>{t(card.default ? 'forms.publish.default' : 'forms.publish.asked')}</li>
        <li>{t('forms.publish.earlier')}</li>
        {published && published.revision !== revision && (
          <li>{t('forms.publish.instead', { n: published.revision })}</li>
        )}
        <li>{t('forms.publish.final')}</li>
      </ul>
      {error !== null && <Problem error={error} />}
      <div class="form-dialog-acts">
        <button type="button" disabled={isBusy} onClick={() => void publish()}>
          {t('forms.publish.do', { n: revision })}
        </button>
        <button type="button" class="second" onClick={onClose}>
          {t('forms.publish.not')}
        </button>
      </div>
    </Dialog>
  );
}
