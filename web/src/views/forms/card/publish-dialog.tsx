import { useId, useRef, useState } from 'preact/hooks';
import { write } from '../../../api/api.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Problem } from '../../../parts/states.tsx';
import { go, to } from '../../../routing/router.js';
import { t } from '../../../texts/texts.js';
import type { CardData } from '../model/card-data.js';
import { paramsOf, textsOf } from './card-fields.js';

interface PublishProps {
  readonly data: CardData;
  readonly revision: number;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}

/** Asks which calls the revision scores, and leads to it once it is published. */
export function PublishDialog({ data: { card, published }, revision, onClose, onPublished }: PublishProps) {
  // A form that was published before keeps what was chosen then.
  const [isDefault, setDefault] = useState(card.default || published === null);
  const [isRescoring, setRescoring] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const publish = async () => {
    setBusy(true);
    try {
      const idempotencyKey = key.current;
      // Before the publication: a form without a published revision scores nothing, so that a failure in between changes nothing.
      if (isDefault !== card.default)
        await write((client) => client.scorecards.update(card.id, paramsOf(card, { ...textsOf(card), isDefault })));
      await write((client) => client.scorecards.publishRevision(card.id, revision, {}, { idempotencyKey }));
      onClose();
      const tab = isRescoring ? 'rescore' : undefined;
      go(to(`/forms/${card.id}`, { tab, revision: String(revision), published: 'now' }));
      onPublished();
    } catch (refused) {
      key.current = crypto.randomUUID();
      setError(refused);
      setBusy(false);
    }
  };
  const fits = Object.keys(card.applies_to).length === 0 ? 'forms.publish.default.all' : 'forms.publish.default.some';
  return (
    <Dialog title={t('forms.publish.ask', { n: revision })} onClose={onClose}>
      <Check
        label={t('forms.publish.default')}
        hint={t(isDefault ? fits : 'forms.default.hint')}
        isSet={isDefault}
        onSet={setDefault}
      />
      <Check
        label={t('forms.publish.rescore')}
        hint={t('forms.publish.rescore.hint')}
        isSet={isRescoring}
        onSet={setRescoring}
      />
      <ul class="form-means">
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

interface CheckProps {
  readonly label: string;
  readonly hint: string;
  readonly isSet: boolean;
  readonly onSet: (isSet: boolean) => void;
}

function Check({ label, hint, isSet, onSet }: CheckProps) {
  const id = useId();
  return (
    <div class="form-check">
      <input
        id={id}
        type="checkbox"
        checked={isSet}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onSet(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      <p class="soft small" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
