import { useResource } from '../../api/use-resource.js';
import { Icon } from '../../parts/icon.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { to } from '../../routing/router.js';
import { t } from '../../texts/calibration.js';
import { RateView } from '../rate/rate-view.tsx';
import { CALIBRATIONS, rater, titleOf } from './sessions.tsx';

/** A member rates the calls of a session as the holder of a link does: nothing of others or of the AI is shown. */
export function MyRating({ id }: { readonly id: string }) {
  const session = useResource(`calibration ${id}`, (client, signal) => client.calibrations.get(id, { signal }));
  const { value: found, error, reload } = session;
  if (found === null) return error === null ? <Loading lines={10} /> : <Problem error={error} onAgain={reload} />;
  const own = rater(found);
  return (
    <>
      <div class="call-ways">
        <a class="way-back" href={to(`${CALIBRATIONS}/${id}`)}>
          <Icon name="back" />
          {titleOf(found)}
        </a>
      </div>
      {found.status === 'open' && own !== null ? (
        <RateView calibrationId={id} reviewerId={own} />
      ) : (
        <Empty title={t(found.status === 'open' ? 'cal.notMine' : 'cal.notOpen')} />
      )}
    </>
  );
}
