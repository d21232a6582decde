// Lists of things that have a page of their own, such as trials and sessions: the name, the state, and a line about each.
import type { ComponentChildren } from 'preact';
import { t, wholeMoment } from '../texts/texts.js';

export const ItemList = ({ children }: { readonly children: ComponentChildren }) => (
  <ul class="item-list">{children}</ul>
);

interface ItemProps {
  readonly href: string;
  readonly name: string;
  /** Time at which it was made, in Unix seconds. */
  readonly created: number;
  readonly livemode: boolean;
  readonly tag: ComponentChildren;
  /** The line below the name. */
  readonly children: ComponentChildren;
}

export const Item = ({ href, name, created, livemode, tag, children }: ItemProps) => (
  <li class="item-row">
    <p class="item-name">
      <a href={href} dir="auto" title={wholeMoment(created)}>
        {name}
      </a>
      {tag}
      {!livemode && <span class="tag">{t('calls.test')}</span>}
    </p>
    <p class="soft small">{children}</p>
  </li>
);
