// How calls come in by themselves: batches of them, and the sources that are watched.
import type { ComponentChildren } from 'preact';
import { PagesOfView } from '../../parts/section.tsx';
import { t } from '../../texts/texts.js';
import { Batch } from './batches/batch-page.tsx';
import { Batches } from './batches/batches-page.tsx';
import { SourcePage } from './sources/source-page.tsx';
import { Sources } from './sources/sources-page.tsx';

interface OfOne {
  readonly params: Readonly<Record<string, string>>;
}

export const BatchesView = () => (
  <Frame>
    <Batches />
  </Frame>
);

export const SourcesView = () => (
  <Frame>
    <Sources />
  </Frame>
);

export const BatchView = ({ params: { id = '' } }: OfOne) => <Batch key={id} id={id} />;

export const SourceView = ({ params: { id = '' } }: OfOne) => <SourcePage key={id} id={id} />;

function Frame({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="account-view">
      <header class="view-head">
        <h1>{t('intake.title')}</h1>
      </header>
      <PagesOfView
        label={t('intake.title')}
        pages={[
          ['/intake', 'intake.batches'],
          ['/intake/sources', 'intake.sources'],
        ]}
      />
      {children}
    </div>
  );
}
