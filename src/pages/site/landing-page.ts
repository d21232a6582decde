// Page at `/`: describes the service, the first call, and further reading.
import type { Config } from '../../platform/config/config.js';
import { escapeHtml, type Page, PRODUCT, page } from '../../platform/http/pages/page.js';
import { packageFacts } from './package-facts.js';

/** Response of `/` to a program: the same links as on the page. */
export interface ServiceLinks {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly api_url: string;
  readonly documentation_url: string;
  readonly openapi_url: string;
  readonly openapi_3_0_url: string;
  readonly plans_url: string;
  readonly liveness_url: string;
  readonly readiness_url: string;
}

export function serviceLinks({ http }: Pick<Config, 'http'>): ServiceLinks {
  const { version, license } = packageFacts;
  const api = `${http.publicUrl}/api/v1`;
  return {
    name: PRODUCT,
    version,
    license,
    api_url: api,
    documentation_url: `${http.publicUrl}/docs`,
    openapi_url: `${http.publicUrl}/openapi.json`,
    openapi_3_0_url: `${http.publicUrl}/openapi-3.0.json`,
    plans_url: `${api}/billing/plans`,
    liveness_url: `${http.publicUrl}/health/live`,
    readiness_url: `${http.publicUrl}/health/ready`,
  };
}

/** Commands of the first call, in order, in the syntax of a shell. */
export function firstCall(apiUrl: string): readonly { readonly does: string; readonly command: string }[] {
  return [
    {
      does: 'Create an account, then open the link in the e-mail.',
      command: `curl ${apiUrl}/auth/register -H 'content-type: application/json' -d '{"email":"me@example.com","password":"a good long password"}'`,
    },
    {
      does: 'Sign in. The token lasts 30 minutes; an API key does not expire.',
      command: `token=$(curl -s ${apiUrl}/auth/token -d grant_type=password -d username=me@example.com -d 'password=a good long password' | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')`,
    },
    {
      does: 'Upload a recording. The response contains the ID of the analysis; the results follow.',
      command: `curl ${apiUrl}/analysis -H "authorization: Bearer $token" -F agent_id=agent-7 -F contact_id=customer-42 -F audio_file=@call.mp3`,
    },
  ];
}

export function landingPage(config: Pick<Config, 'http' | 'contactUrl' | 'console'>): Page {
  const { version, license } = packageFacts;
  const { api_url } = serviceLinks(config);
  const steps = firstCall(api_url).map(
    ({ does, command }) => `<li>${does}\n<pre><code>${escapeHtml(command)}</code></pre></li>`,
  );
  const main = `<h1>Send a recorded phone call. Get back what happened in it.</h1>
<p>Who said what, with times and speakers. What the agent did well and what was missed, each finding with a quote as
evidence. Scores based on the findings, your own scorecard with evidence for each answer, coaching for the agent, and what the
call cost.</p>
<p class="actions">${config.console.enabled ? '<a class="button" href="app">Open the console</a> ' : ''}<a class="button${config.console.enabled ? ' second' : ''}" href="docs">Read and try the API</a> <a class="button second" href="openapi.json">OpenAPI document</a>${config.http.demo ? ' <a class="button second" href="demo">Listen to sample calls</a>' : ''}</p>
<section class="card" aria-labelledby="first-call">
<h2 id="first-call">Your first call</h2>
<ol>
${steps.join('\n')}
</ol>
</section>
<section class="card" aria-labelledby="masking">
<h2 id="masking">Masking</h2>
<p>Card numbers, codes, accounts, birth dates, names and addresses can be masked in text and audio before anything else
reads the call. Cloud transcription still receives the original recording; with an engine of the operator's own it stays on their
servers.</p>
</section>
<section class="card" aria-labelledby="addresses">
<h2 id="addresses">Links</h2>
<dl>
${LINKS.map(({ path, name, says }) => `<dt><a href="${path}">${name}</a></dt><dd>${says}</dd>`).join('\n')}
</dl>
</section>`;
  const contact = config.contactUrl === null ? '' : ` · <a href="${escapeHtml(config.contactUrl)}">Contact</a>`;
  const footer = `${PRODUCT} ${escapeHtml(version)} · <a href="https://opensource.org/license/mit">${escapeHtml(license)} licence</a>${contact}`;
  const title = `${PRODUCT} · transcripts, findings and coaching from recorded calls`;
  return page({ title, main, footer, home: './', width: 'wide', script: null, indexed: true });
}

/** Relative links, so that they also work below a path prefix. */
const LINKS = [
  { path: 'docs', name: 'Documentation', says: 'every operation, with examples; sign in and try it there' },
  {
    path: 'openapi.json',
    name: 'OpenAPI document',
    says: 'for client generators; also as <a href="openapi.yaml">YAML</a> and as <a href="openapi-3.0.json">OpenAPI 3.0</a>',
  },
  { path: 'llms.txt', name: 'Documents', says: 'guides as Markdown, for language models' },
  { path: 'api/v1/billing/plans', name: 'Plans', says: 'included minutes and prices' },
  { path: 'health/ready', name: 'Health', says: 'whether the service and its dependencies are ready' },
  { path: 'health/live', name: 'Liveness', says: 'whether this process answers' },
];
