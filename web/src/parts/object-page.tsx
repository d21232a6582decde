// The page of one object of a list: the way back to the list, a heading with the mode, and what the page says of the object.
import type { ComponentChildren } from 'preact';
import { to } from '../routing/router.js';
import { t } from '../texts/texts.js';
import { Icon } from './icon.tsx';
import { Loading, Problem } from './states.tsx';

interface ObjectPageProps<T> {
  /** Path and title of the list. */
  readonly list: readonly [path: string, title: string];
  /** The object as it is read. */
  readonly read: { readonly value: T | null; readonly error: unknown; readonly reload: () => void };
  readonly head: (object: T) => ObjectHead;
  readonly children: (object: T) => ComponentChildren;
}

interface ObjectHead {
  readonly title: string;
  readonly livemode: boolean;
  readonly tag?: ComponentChildren;
}

export function ObjectPage<T>({ list: [path, title], read, head, children }: ObjectPageProps<T>) {
  const { value, error, reload } = read;
  return (
    <div class="account-view">
      <div class="call-ways">
        <a class="way-back" href={to(path)}>
          <Icon name="back" />
          {title}
        </a>
      </div>
      {error !== null && <Problem error={error} onAgain={reload} />}
      {value === null && error === null && <Loading lines={10} />}
      {value !== null && (
        <>
          <Head {...head(value)} />
          {children(value)}
        </>
      )}
    </div>
  );
}

const Head = ({ title, livemode, tag }: ObjectHead) => (
  <header class="view-head">
    <h1 dir="auto">{title}</h1>
    {tag}
    {!livemode && <span class="tag">{t('calls.test')}</span>}
  </header>
);
