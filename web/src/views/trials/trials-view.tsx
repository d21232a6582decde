// Engine trials: the same calls by several engines, compared with what people corrected and answered.
import { Icon } from '../../parts/icon.tsx';
import { to } from '../../routing/router.js';
import { t } from '../../texts/texts.js';
import { TrialList } from './trial-list.tsx';
import { TrialPage } from './trial-page.tsx';

export const TrialsView = () => (
  <div class="account-view">
    <div class="call-ways">
      <a class="way-back" href={to('/settings/engines')}>
        <Icon name="back" />
        {t('engines.page')}
      </a>
    </div>
    <header class="view-head">
      <h1>{t('trials.page')}</h1>
    </header>
    <TrialList />
  </div>
);

export const TrialView = ({ params }: { readonly params: Readonly<Record<string, string>> }) => (
  <TrialPage id={params.id ?? ''} />
);
