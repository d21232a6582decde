// Page at `/demo`: analysed sample calls, each with its report.
import { escapeHtml, type Page, PRODUCT, page } from '../../platform/http/pages/page.js';
import { DEMO_CALLS, type StoredDemoCall } from './demo-calls.js';

/** Interval at which the page is loaded again while a call is still being processed, in seconds. */
const REFRESH_SECONDS = 5;

export interface DemoPage extends Page {
  /** Null once every call has its end. */
  readonly refreshSeconds: number | null;
}

export function demoPage(stored: readonly StoredDemoCall[]): DemoPage {
  const cards = DEMO_CALLS.map(({ name, title, says }) => {
    const status = stored.find((call) => call.name === name)?.status ?? 'processing';
    return `<section class="card" aria-labelledby="${name}">
<h2 id="${name}">${escapeHtml(title)}</h2>
<p>${escapeHtml(says)}</p>
${next(name, title, status)}
</section>`;
  });
  const main = `<h1>Listen to what the analysis found</h1>
<p>Three recorded calls with invented people and synthetic voices. Open one and click a quote: the recording plays from there.</p>
${cards.join('\n')}
<p class="actions"><a class="button second" href="./">Analyse your own calls</a></p>`;
  const isDone = DEMO_CALLS.every(({ name }) =>
    stored.some((call) => call.name === name && call.status !== 'processing'),
  );
  return {
    ...page({ title: `${PRODUCT} · demo`, main, home: './', width: 'wide', script: null, indexed: true }),
    refreshSeconds: isDone ? null : REFRESH_SECONDS,
  };
}

function next(name: string, title: string, status: string): string {
  if (status === 'completed')
    return `<a class="button" href="demo/${name}" aria-label="Open the report: ${escapeHtml(title)}">Open the report</a>`;
  return `<p class="soft" role="status">${status === 'processing' ? 'Transcribing…' : 'This call could not be analysed.'}</p>`;
}
