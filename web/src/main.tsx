// The entry of the console.
import { render } from 'preact';
import { startPreferences } from './page/preferences.js';
import { Root } from './root.tsx';
import { startRouter } from './routing/router.js';
import { takeLinkFromAddress } from './session/review-link.js';

startPreferences();
startRouter();
const place = document.getElementById('console');
if (place) render(<Root link={takeLinkFromAddress()} />, place);
// A link that is opened in a tab that shows the console already changes nothing but the fragment.
addEventListener('hashchange', () => location.hash.startsWith('#review=') && location.reload());
