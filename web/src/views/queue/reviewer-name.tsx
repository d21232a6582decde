import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { mayRename, reviewer, reviewerName, setReviewer } from '../../session/reviewer.js';
import { t } from '../../texts/texts.js';

/** Limit of the API. */
const MAX_NAME_CHARACTERS = 255;

/**
 * Name under which calls are claimed. Several people of one account need different names; otherwise they would share their
 * claims.
 */
export function ReviewerName() {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <span class="reviewer-name">
      <span class="soft small cut" dir="auto" title={reviewerName.value}>
        {t('queue.reviewer', { name: reviewerName.value })}
      </span>
      {mayRename.value && (
        <button
          type="button"
          class="link"
          onClick={() => {
            setName(reviewer.value);
            setOpen(true);
          }}
        >
          {t('queue.reviewer.change')}
        </button>
      )}
      {isOpen && (
        <Dialog title={t('queue.reviewer.title')} onClose={() => setOpen(false)}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              setReviewer(name);
              setOpen(false);
            }}
          >
            <p>{t('queue.reviewer.say')}</p>
            <Field
              label={t('queue.reviewer.name')}
              name="reviewer"
              autocomplete="nickname"
              maxlength={MAX_NAME_CHARACTERS}
              value={name}
              onValue={setName}
            />
            <button type="submit" class="wide">
              {t('queue.reviewer.keep')}
            </button>
          </form>
        </Dialog>
      )}
    </span>
  );
}
