import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { reviewer, setReviewer } from '../../session/reviewer.js';
import { t } from '../../texts/texts.js';

/** As the service takes it. */
const MAX_NAME_CHARACTERS = 255;

/** Under which name calls are taken. Several people of one account need one each: else one takes the other for themselves. */
export function ReviewerName() {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <span class="reviewer-name">
      <span class="soft small cut" dir="auto" title={reviewer.value}>
        {t('queue.reviewer', { name: reviewer.value })}
      </span>
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
