// The page that a review link leads to: it shows the one call. What it shows it reads over the API, as any client would.
import type { Config } from '../../platform/config/config.js';
import { type Page, PRODUCT, page } from '../../platform/http/pages/page.js';

/**
 * The token leaves the address at once, so that neither the history nor a copied address has it; it stays in the tab, for another
 * access token after half an hour. The words of a call become text nodes only.
 */
const SCRIPT = `
const KEPT = 'review-link';
const given = /^#review=([\\w-]+)$/.exec(location.hash);
if (given) {
  sessionStorage.setItem(KEPT, given[1]);
  history.replaceState(null, '', location.pathname);
}
const api = location.pathname.replace(/\\/app\\/?$/, '/api/v1');
const status = document.querySelector('[role=status]');
const call = document.getElementById('call');
const place = (name) => document.getElementById(name);

class Refusal extends Error {}

async function ask(path, init) {
  const response = await fetch(api + path, init);
  const body = await response.json();
  if (!response.ok) throw new Refusal(typeof body.detail === 'string' ? body.detail : 'The request was refused');
  return body;
}

const clock = (seconds) => Math.floor(seconds / 60) + ':' + String(Math.floor(seconds % 60)).padStart(2, '0');
const speakers = { agent: 'Agent', customer: 'Customer' };
const points = (part) => (part.score === null ? 'not judged' : part.score + ' of 100');

function show({ call: { agent_id, contact_id, duration_seconds }, audio, results, transcript }) {
  place('title').textContent = 'Call of ' + agent_id + ' with ' + contact_id;
  place('length').textContent = duration_seconds === null ? 'not known yet' : clock(duration_seconds);
  if (audio.url) {
    place('sound').src = audio.url;
    place('sound').hidden = false;
  }
  if (!results || !transcript) {
    status.textContent = 'This call is not completed. Open the link again later.';
    return;
  }
  place('compliance').textContent = points(results.compliance);
  place('quality').textContent = points(results.quality);
  place('summary').textContent = results.summary;
  const turns = transcript.segments.map(({ start, speaker, text }) => {
    const turn = document.createElement('li');
    const who = document.createElement('strong');
    who.textContent = clock(start) + ' ' + (speakers[speaker] || speaker) + ': ';
    const words = document.createElement('span');
    words.dir = 'auto';
    words.textContent = text;
    turn.append(who, words);
    return turn;
  });
  place('turns').replaceChildren(...turns);
  status.textContent = '';
}

async function open() {
  const token = sessionStorage.getItem(KEPT);
  if (!token) throw new Refusal('Open the link that you were sent, whole.');
  const session = await ask('/review/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const headers = { Authorization: 'Bearer ' + session.access_token };
  show(await ask('/analysis/' + session.analysis_id, { headers }));
  call.hidden = false;
}

open().catch((error) => {
  status.textContent = error instanceof Refusal ? error.message : 'The service could not be reached. Please try again.';
});`;

const MAIN = `<h1 id="title">A call to review</h1>
<p role="status">One moment…</p>
<noscript><p>This page needs JavaScript.</p></noscript>
<div id="call" hidden>
<div class="card">
<dl>
<dt>Length</dt><dd id="length"></dd>
<dt>Compliance</dt><dd id="compliance"></dd>
<dt>Quality</dt><dd id="quality"></dd>
</dl>
<p id="summary" dir="auto"></p>
<audio id="sound" controls hidden></audio>
</div>
<div class="card">
<h2>Transcript</h2>
<ol id="turns"></ol>
</div>
</div>`;

export function reviewPage(config: Config): Page {
  const title = `Review · ${PRODUCT}`;
  // The landing page is one step up: the address is that of a folder, as links have it.
  return page({
    title,
    main: MAIN,
    home: '../',
    width: 'wide',
    script: SCRIPT,
    media: soundOf(config),
    indexed: false,
  });
}

/** A store of its own has another origin, which depends on the bucket. */
function soundOf({ http, storage }: Config): string {
  const own = `'self' ${new URL(http.publicUrl).origin}`;
  if (storage.kind === 'disk') return own;
  const endpoint = storage.publicEndpoint ?? storage.endpoint;
  return endpoint === null ? `${own} https://*.amazonaws.com` : `${own} ${hostsOf(new URL(endpoint))}`;
}

/** With the bucket in the path, and before the host. */
const hostsOf = ({ protocol, host }: URL) => `${protocol}//${host} ${protocol}//*.${host}`;
