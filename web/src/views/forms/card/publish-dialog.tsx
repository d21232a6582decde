import { useId, useState } from 'preact/hooks';
import type { ScorecardRevision } from '../../../../../clients/typescript/src/browser.js';
import { write } from '../../../api/api.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Problem } from '../../../parts/states.tsx';
import { go, to } from '../../../routing/router.js';
import { t } from '../../../texts/calibration.js';
import type { CardData } from '../model/card-data.js';
import { isRefusedByGate } from '../model/gate.js';
import { paramsOf, textsOf } from './card-fields.js';
import { GateRefusal, GateRuns } from './gate.tsx';
import { usePublish } from './use-publish.js';

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
  const [unset, setUnset] = useState<unknown>(null);
  const { isBusy, judged, error, run } = usePublish(card.id, revision);
  const keepDefault = async () => {
    if (isDefault !== card.default)
      await write((client) => client.scorecards.update(card.id, paramsOf(card, { ...textsOf(card), isDefault })));
  };
  const publish = async (force: boolean) => {
    setUnset(null);
    try {
      // A form without a published revision scores nothing, so that a failure in between changes nothing. An earlier revision is
      // not set to score calls by a publication that is refused.
      if (published === null) await keepDefault();
    } catch (refused) {
      setUnset(refused);
      return;
    }
    await run(force, async ({ gate }: ScorecardRevision) => {
      if (published !== null) await keepDefault();
      onClose();
      const tab = isRescoring ? 'rescore' : undefined;
      go(to(`/forms/${card.id}`, { tab, revision: String(revision), published: 'now', gate: gate?.status }));
      onPublished();
    });
  };
  const isRefused = isRefusedByGate(error);
  const before = published === null || published.revision === revision ? null : published.revision;
  const gated = before === null || card.gate === 'off' ? null : { gate: card.gate, before };
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
        {before !== null && <li>{t('forms.publish.instead', { n: before })}</li>}
        <li>{t('forms.publish.final')}</li>
        {gated && <li>{t(`gate.is.${gated.gate}`, { n: gated.before })}</li>}
      </ul>
      {gated && isBusy && <GateRuns judged={judged} />}
      {unset !== null && <Problem error={unset} />}
      {error !== null && <Problem error={error} />}
      {isRefused && (
        <GateRefusal
          cardId={card.id}
          revision={revision}
          isBusy={isBusy}
          onForce={() => void publish(true)}
          onClose={onClose}
        />
      )}
      <div class="form-dialog-acts">
        {!isRefused && (
          <button type="button" disabled={isBusy} onClick={() => void publish(false)}>
            {t('forms.publish.do', { n: revision })}
          </button>
        )}
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
