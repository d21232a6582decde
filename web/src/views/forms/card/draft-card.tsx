import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ScorecardRevision } from '../../../../../clients/typescript/src/browser.js';
import { Problem } from '../../../parts/states.tsx';
import { address, go, to } from '../../../routing/router.js';
import { t } from '../../../texts/texts.js';
import { ConflictDialog } from '../builder/conflict-dialog.tsx';
import { EditedForm } from '../builder/form-body.tsx';
import { newWords } from '../builder/new-words.js';
import { type Drafting, useDraft } from '../builder/use-draft.js';
import { FormCheck } from '../check/form-check.tsx';
import type { CardData } from '../model/card-data.js';
import { Download } from './download.tsx';
import { CardHead } from './head.tsx';
import { OtherTabs } from './other-tabs.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { tabNow } from './tabs.tsx';

interface DraftCardProps {
  readonly data: CardData;
  readonly onSaved: (revision: ScorecardRevision) => void;
  readonly onReload: () => void;
}

export function DraftCard({ data, onSaved, onReload }: DraftCardProps) {
  const { card, shown, published } = data;
  const drafting = useDraft(card.id, shown, newWords(), (revision) => {
    if (revision.revision === shown?.revision) onSaved(revision);
    else {
      const { tab } = address.value.query;
      go(to(`/forms/${card.id}`, { tab, revision: String(revision.revision) }), { replace: shown === null });
    }
  });
  const [asked, setAsked] = useState<number | null>(null);
  const keys = useMemo(() => keysOf(published), [published]);
  const save = async (): Promise<number | null> => {
    if (shown !== null && !drafting.isChanged) return shown.revision;
    return (await drafting.save())?.revision ?? null;
  };
  useSaveKey(() => void save());
  const tab = tabNow();
  return (
    <>
      <CardHead data={data} what={shown === null ? t('forms.draft.new') : t('forms.draft.is', { n: shown.revision })}>
        <SaveState drafting={drafting} isNew={shown === null} />
        <button type="button" class="second" disabled={drafting.isSaving} onClick={() => void save()}>
          {t('forms.save')} <kbd class="not-small">Ctrl-S</kbd>
        </button>
        <button
          type="button"
          disabled={drafting.isSaving || shown === null}
          onClick={async () => setAsked(await save())}
        >
          {t('forms.publish')}
        </button>
        <Download card={card} form={drafting.form} />
      </CardHead>
      {drafting.error !== null && drafting.faults.length === 0 && !isOfFaults(drafting) && (
        <Problem error={drafting.error} onAgain={() => void save()} />
      )}
      {tab === 'form' && (
        <FormCheck
          cardId={card.id}
          form={drafting.form}
          isChanged={drafting.isChanged}
          isDisabled={drafting.isSaving || shown === null}
          ready={save}
        >
          <EditedForm drafting={drafting} published={keys} />
        </FormCheck>
      )}
      {tab !== 'form' && (
        <OtherTabs data={data} form={drafting.form} ready={save} onReload={onReload} drafting={drafting} />
      )}
      <ConflictDialog drafting={drafting} />
      {asked !== null && (
        <PublishDialog data={data} revision={asked} onClose={() => setAsked(null)} onPublished={onReload} />
      )}
    </>
  );
}

/** A refusal whose faults were all put right since. */
const isOfFaults = ({ error }: Drafting): boolean =>
  typeof error === 'object' && error !== null && 'items' in error && Array.isArray(error.items);

function SaveState({ drafting, isNew }: { readonly drafting: Drafting; readonly isNew: boolean }) {
  const { isSaving, isChanged, isRestored, discard } = drafting;
  return (
    <span class="soft small form-state" role="status">
      {isSaving && t('forms.saving')}
      {!isSaving && !isChanged && !isNew && t('forms.saved')}
      {!isSaving && (isChanged || isNew) && t(isRestored ? 'forms.restored' : 'forms.unsaved')}
      {!isSaving && isChanged && !isNew && (
        <button type="button" class="link" onClick={discard}>
          {t('forms.discard')}
        </button>
      )}
    </span>
  );
}

const keysOf = (revision: ScorecardRevision | null): ReadonlySet<string> =>
  new Set(
    revision?.sections.flatMap(({ key, questions }) => [key, ...questions.map((question) => question.key)]) ?? [],
  );

/** Ctrl-S, also while a person types. It never saves the page itself. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) latest.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
