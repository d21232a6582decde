// Calibration sessions: several people rate the same calls, and the service says how far they agree.
import { PagesOfView } from '../../parts/section.tsx';
import { t } from '../../texts/calibration.js';
import { MyRating } from './my-rating.tsx';
import { SessionList } from './session-list.tsx';
import { SessionPage } from './session-page.tsx';
import { CALIBRATIONS } from './sessions.tsx';

type Params = Readonly<Record<string, string>>;

export const CalibrationsView = () => (
  <div class="account-view">
    <header class="view-head">
      <h1>{t('calibrations.title')}</h1>
    </header>
    <PagesOfView
      label={t('forms.title')}
      pages={[
        ['/forms', 'forms.title'],
        [CALIBRATIONS, 'calibrations.title'],
      ]}
    />
    <SessionList />
  </div>
);

export const CalibrationView = ({ params: { id = '' } }: { readonly params: Params }) => (
  <SessionPage key={id} id={id} />
);

export const MyRatingView = ({ params: { id = '' } }: { readonly params: Params }) => <MyRating key={id} id={id} />;
