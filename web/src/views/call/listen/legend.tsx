import { t } from '../../../texts/texts.js';
import { MARK_SHAPES, type Picture } from './picture.js';

const SHAPES = {
  evidence: 'M0 8h12v3H0z',
  pause: 'M0 8 8 0M2 12 12 2M8 12 12 8',
  overtalk: 'M0 8 8 0M2 12 12 2M8 12 12 8M12 8 4 0M10 12 0 2M4 12 0 8',
  ...MARK_SHAPES,
} as const;

/** Minimum share of the call for a visible pause: in lanes of a thousand pixels, a shorter one is not visible. */
const MIN_SHARE = 1 / 1_000;

/** Legend of the marks on the lanes. Shows only the marks of this call. */
export function Legend({ picture }: { readonly picture: Picture }) {
  const { evidence, pauses, overtalk, marks, duration } = picture;
  const has: Readonly<Record<keyof typeof SHAPES, boolean>> = {
    evidence: evidence.length > 0,
    pause: pauses.some(({ start, end }) => end - start >= MIN_SHARE * duration),
    overtalk: overtalk.length > 0,
    violation: marks.some(({ kind }) => kind === 'violation'),
    flag: marks.some(({ kind }) => kind === 'flag'),
  };
  const kinds = (Object.keys(SHAPES) as (keyof typeof SHAPES)[]).filter((kind) => has[kind]);
  return (
    <ul class="legend">
      {kinds.map((kind) => (
        <li key={kind}>
          <svg viewBox="0 0 12 12" class={`legend-${kind}`} aria-hidden="true">
            <path d={SHAPES[kind]} />
          </svg>
          {t(`call.legend.${kind}`)}
        </li>
      ))}
    </ul>
  );
}
