import { share, t } from '../../../texts/texts.js';

interface ShareProps {
  /** Null where nothing beside it has a weight. */
  readonly of: number | null;
  readonly whole: 'score' | 'section';
}

export const Share = ({ of, whole }: ShareProps) => (
  <span class="form-share">
    {of !== null && t(whole === 'score' ? 'forms.share.score' : 'forms.share.section', { share: share(of) })}
  </span>
);
