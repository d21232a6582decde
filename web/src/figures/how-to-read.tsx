import { SERVICE_URL } from '../routing/router.js';
import { t } from '../texts/texts.js';
import { MIN_COMPARED } from './figure.js';

/** One sentence for those who see an interval for the first time. */
export const HowToRead = () => (
  <p class="soft small">
    {t('day.howToRead', { n: MIN_COMPARED })}{' '}
    <a href={`${SERVICE_URL}/docs#/Statistics`} target="_blank" rel="noopener">
      {t('day.howToRead.more')}
    </a>
  </p>
);
