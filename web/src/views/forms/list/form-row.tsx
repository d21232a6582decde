import { useState } from 'preact/hooks';
import type { Scorecard } from '../../../../../clients/typescript/src/browser.js';
import { write } from '../../../api/api.js';
import { useResource } from '../../../api/use-resource.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Problem } from '../../../parts/states.tsx';
import { to } from '../../../routing/router.js';
import { may } from '../../../session/member.js';
import { number, t } from '../../../texts/texts.js';

interface RowProps {
  readonly card: Scorecard;
  readonly onArchived: () => void;
}

export function FormRow({ card, onArchived }: RowProps) {
  const [isAsking, setAsking] = useState(false);
  const newest = useResource(card.id, async (client, signal) => {
    const { items } = await client.scorecards.listRevisions(card.id, { limit: 1 }, { signal });
    return items[0] ?? 'none';
  });
  const revision = newest.value === 'none' ? null : newest.value;
  const questions = revision?.sections.reduce((sum, section) => sum + section.questions.length, 0);
  return (
    <tr>
      <td class="cell-name">
        <a class="form-link" href={to(`/forms/${card.id}`)} dir="auto">
          {card.name}
        </a>
        {!card.livemode && <span class="tag">{t('calls.test')}</span>}
        {card.description && (
          <p class="soft small cut" dir="auto" title={card.description}>
            {card.description}
          </p>
        )}
      </td>
      <td>
        {card.revision === null ? (
          <span class="soft">{t('forms.inForce.none')}</span>
        ) : (
          t('forms.revision', { n: card.revision })
        )}
      </td>
      <td>
        {revision?.status === 'draft' && (
          <span class="tag unsure">{t('forms.draft.is', { n: revision.revision })}</span>
        )}
      </td>
      <td class="figure">
        {questions !== undefined && (
          <>
            <span class="only-small soft">{t('forms.questions.title')} </span>
            {number(questions)}
          </>
        )}
      </td>
      <td class="soft">{t(judgesKey(card))}</td>
      <td class="cell-acts">
        {may('updateScorecard') && (
          <button
            type="button"
            class="link"
            aria-label={`${t('forms.archive')}: ${card.name}`}
            onClick={() => setAsking(true)}
          >
            {t('forms.archive')}
          </button>
        )}
        {isAsking && <ArchiveDialog card={card} onClose={() => setAsking(false)} onArchived={onArchived} />}
      </td>
    </tr>
  );
}

function judgesKey({ revision, default: isDefault, applies_to }: Scorecard) {
  if (revision === null) return 'forms.judges.none';
  if (!isDefault) return 'forms.judges.asked';
  return Object.keys(applies_to).length === 0 ? 'forms.judges.all' : 'forms.judges.some';
}

interface ArchiveProps {
  readonly card: Scorecard;
  readonly onClose: () => void;
  readonly onArchived: () => void;
}

export function ArchiveDialog({ card, onClose, onArchived }: ArchiveProps) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const archive = async () => {
    setBusy(true);
    try {
      await write((client) => client.scorecards.archive(card.id));
      onClose();
      onArchived();
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('forms.archive.ask', { name: card.name })} onClose={onClose}>
      <p>{t('forms.archive.say')}</p>
      {error !== null && <Problem error={error} />}
      <div class="form-dialog-acts">
        <button type="button" disabled={isBusy} onClick={() => void archive()}>
          {t('forms.archive.do')}
        </button>
        <button type="button" class="second" onClick={onClose}>
          {t('forms.keep')}
        </button>
      </div>
    </Dialog>
  );
}
