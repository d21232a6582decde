// The entry of the console.
import { render } from 'preact';
import { language, startPreferences } from './page/preferences.js';
import { Root } from './root.tsx';
import { startRouter } from './routing/router.js';
import { takeLinkFromAddress } from './session/review-link.js';
import { enterByTokens, joinSession } from './session/session.js';
import { speak } from './texts/texts.js';

startPreferences();
await speak(language.value);
startRouter();
const place = document.getElementById('console');
const link = takeLinkFromAddress();
if (link === null) {
  // Tokens that are not valid any more leave the person where a password is asked for.
  await enterByTokens().catch(() => undefined);
  await joinSession();
}
if (place) render(<Root link={link} />, place);
// A link that is opened in a tab that shows the console already changes nothing but the fragment.
addEventListener('hashchange', () => location.hash.startsWith('#review=') && location.reload());
