import { useEffect, useRef } from 'preact/hooks';
import { Copy } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';

interface MadeLinkProps {
  readonly url: string;
  readonly says: string;
}

/** A link just made: in a field, so that it can be selected where nothing can be copied by a press. */
export function MadeLink({ url, says }: MadeLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [url]);
  return (
    <div class="made-link" role="status">
      <input ref={field} readOnly value={url} aria-label={t('acts.link')} />
      <Copy text={url} />
      <p class="soft small">{says}</p>
    </div>
  );
}
