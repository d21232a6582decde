import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts/texts.js';
import { Empty, Loading } from './states.tsx';

/**
 * A view whose code is fetched when it is first opened: the first page of the console need not wait for it.
 * @param fetchView fails where the service is away, or where a later release has other files
 */
export function lazily<Props extends object>(fetchView: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let View: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [state, setState] = useState<'fetching' | 'there' | 'failed'>(View === null ? 'fetching' : 'there');
    useEffect(() => {
      if (state !== 'fetching') return;
      fetchView().then(
        (fetched) => {
          View = fetched;
          setState('there');
        },
        () => setState('failed'),
      );
    }, [state]);
    if (View !== null) return <View {...props} />;
    if (state === 'fetching') return <Loading />;
    return (
      <Empty title={t('app.notFetched')}>
        <p class="soft">{t('app.notFetched.say')}</p>
        <button type="button" onClick={() => location.reload()}>
          {t('app.reload')}
        </button>
      </Empty>
    );
  };
}
