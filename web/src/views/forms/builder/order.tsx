import { Icon } from '../../../parts/icon.tsx';
import { t } from '../../../texts/texts.js';
import { canMove, duplicate, move } from '../model/changes.js';
import { fieldId, useForm } from './form-context.js';
import { newWords } from './new-words.js';

interface OrderProps {
  readonly id: number;
  readonly name: string;
}

/** Up, down, duplicate, delete: all that stands in an order has these. */
export function Order({ id, name }: OrderProps) {
  const use = useForm();
  if (!use) return null;
  const shift = (by: 1 | -1, field: string) => {
    use.change((form) => move(form, id, by));
    // The button went along with its part.
    use.focus(fieldId(id, field));
  };
  return (
    <span class="form-order">
      <button
        type="button"
        class="bare"
        id={fieldId(id, 'up')}
        aria-disabled={!canMove(use.form, id, -1)}
        onClick={() => shift(-1, 'up')}
        title={t('forms.up')}
        aria-label={`${t('forms.up')}: ${name}`}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        class="bare"
        id={fieldId(id, 'down')}
        aria-disabled={!canMove(use.form, id, 1)}
        onClick={() => shift(1, 'down')}
        title={t('forms.down')}
        aria-label={`${t('forms.down')}: ${name}`}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        class="bare"
        onClick={() => {
          const [next, made] = duplicate(use.form, id, newWords());
          use.change(() => next);
          use.focus(fieldId(made, 'up'));
        }}
        title={t('forms.duplicate')}
        aria-label={`${t('forms.duplicate')}: ${name}`}
      >
        <Icon name="duplicate" />
      </button>
      <button
        type="button"
        class="bare"
        onClick={() => use.onRemove(id)}
        title={t('forms.delete')}
        aria-label={`${t('forms.delete')}: ${name}`}
      >
        <Icon name="cross" />
      </button>
    </span>
  );
}
