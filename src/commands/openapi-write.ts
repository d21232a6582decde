// `npm run openapi` writes openapi.json: of a service at its default address, the same on every machine.
import { writeFileSync } from 'node:fs';
import { openApiText } from './openapi-document.js';

writeFileSync('openapi.json', await openApiText());
