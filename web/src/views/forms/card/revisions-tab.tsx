import { useState } from 'preact/hooks';
import type { ScorecardRevision } from '../../../../../clients/typescript/src/browser.js';
import { write } from '../../../api/api.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Empty, Problem } from '../../../parts/states.tsx';
import { go, to } from '../../../routing/router.js';
import { moment, t, tn, wholeMoment } from '../../../texts/texts.js';
import { memberName } from '../builder/in-words.js';
import { keepForm } from '../builder/kept.js';
import type { CardData } from '../model/card-data.js';
import { type Difference, differencesOf } from '../model/differences.js';
import { formOf } from '../model/form-json.js';
import { ForcedNote } from './gate.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { useNewDraft } from './use-new-draft.js';

interface RevisionsProps {
  readonly data: CardData;
  readonly onReload: () => void;
}

export function RevisionsTab({ data, onReload }: RevisionsProps) {
  const { card, revisions, total } = data;
  const draft = useNewDraft(card.id);
  if (revisions.length === 0) return <Empty title={t('forms.revisions.none')} />;
  return (
    <>
      {draft.error !== null && <Problem error={draft.error} />}
      <ol class="form-revisions">
        {revisions.map((revision, at) => (
          <RevisionLine
            key={revision.revision}
            data={data}
            revision={revision}
            before={revisions[at + 1]}
            isBusy={draft.isBusy}
            onDraft={() => void draft.make(revision)}
            onReload={onReload}
          />
        ))}
      </ol>
      {total > revisions.length && <p class="soft">{tn('forms.revisions.more', total - revisions.length)}</p>}
    </>
  );
}

interface LineProps extends RevisionsProps {
  readonly revision: ScorecardRevision;
  /** The one before it; undefined for the first. */
  readonly before: ScorecardRevision | undefined;
  readonly isBusy: boolean;
  readonly onDraft: () => void;
}

function RevisionLine({ data, revision, before, isBusy, onDraft, onReload }: LineProps) {
  const { card } = data;
  const [asked, setAsked] = useState<'publish' | 'delete' | null>(null);
  const isDraft = revision.status === 'draft';
  const isInForce = card.revision === revision.revision;
  const name = t('forms.revision', { n: revision.revision });
  return (
    <li class="card form-revision">
      <header>
        <h2>
          <a href={to(`/forms/${card.id}`, { revision: String(revision.revision) })}>{name}</a>
        </h2>
        <span class={isDraft ? 'tag unsure' : isInForce ? 'tag good' : 'tag'}>
          {t(isDraft ? 'forms.status.draft' : isInForce ? 'forms.status.inForce' : 'forms.status.published')}
        </span>
        <time
          class="soft small"
          dateTime={new Date(revision.created * 1000).toISOString()}
          title={wholeMoment(revision.created)}
        >
          {moment(revision.created)}
        </time>
        <span class="soft small">
          {tn('forms.questions', revision.sections.flatMap(({ questions }) => questions).length)}
        </span>
      </header>
      <ForcedNote forced={revision.forced} />
      <Differences before={before} revision={revision} />
      {!card.archived && (
        <div class="form-row">
          <button type="button" class="second" disabled={isBusy} onClick={onDraft}>
            {t('forms.draft.from')}
            <span class="unseen">: {name}</span>
          </button>
          {!isInForce && (
            <button type="button" class="second" onClick={() => setAsked('publish')}>
              {t(isDraft ? 'forms.publish' : 'forms.publish.again')}
              <span class="unseen">: {name}</span>
            </button>
          )}
          {isDraft && (
            <button type="button" class="second" onClick={() => setAsked('delete')}>
              {t('forms.draft.delete')}
              <span class="unseen">: {name}</span>
            </button>
          )}
        </div>
      )}
      {asked === 'publish' && (
        <PublishDialog data={data} revision={revision.revision} onClose={() => setAsked(null)} onPublished={onReload} />
      )}
      {asked === 'delete' && (
        <DeleteDraft
          cardId={card.id}
          revision={revision.revision}
          onClose={() => setAsked(null)}
          onDeleted={onReload}
        />
      )}
    </li>
  );
}

function Differences({
  before,
  revision,
}: {
  readonly before: ScorecardRevision | undefined;
  readonly revision: ScorecardRevision;
}) {
  if (!before) return null;
  const all = differencesOf(formOf(before), formOf(revision));
  if (all.length === 0) return <p class="soft small">{t('forms.differs.none', { n: before.revision })}</p>;
  return (
    <details open={all.length < 6}>
      <summary>{t('forms.differs', { n: before.revision, count: tn('forms.differs.count', all.length) })}</summary>
      <ul class="small">
        {all.map((difference, index) => (
          // Two questions may have the same words.
          <li key={index} dir="auto">
            {inWords(difference)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function inWords({ kind, what, name, members }: Difference): string {
  const subject = what === 'form' ? t('forms.whole') : `${t(`forms.what.${what}`)} “${name}”`;
  if (kind !== 'changed') return `${subject}: ${t(`forms.change.${kind}`)}`;
  const names = members.map(memberName);
  return `${subject}: ${[...new Set(names)].join(', ')}`;
}

interface DeleteProps {
  readonly cardId: string;
  readonly revision: number;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteDraft({ cardId, revision, onClose, onDeleted }: DeleteProps) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await write((client) => client.scorecards.deleteRevision(cardId, revision));
      keepForm(cardId, revision, null);
      onClose();
      // The address may name the one that is gone.
      go(to(`/forms/${cardId}`, { tab: 'revisions' }), { replace: true });
      onDeleted();
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('forms.draft.delete.ask', { n: revision })} onClose={onClose}>
      <p>{t('forms.draft.delete.say')}</p>
      {error !== null && <Problem error={error} />}
      <div class="form-dialog-acts">
        <button type="button" disabled={isBusy} onClick={() => void remove()}>
          {t('forms.draft.delete')}
        </button>
        <button type="button" class="second" onClick={onClose}>
          {t('forms.keep')}
        </button>
      </div>
    </Dialog>
  );
}
