// `npm run openapi` writes openapi.json. It describes a service at its default address, so it is the same on every machine.
import { writeFileSync } from 'node:fs';
import { openApiText } from './openapi-document.js';

writeFileSync('openapi.json', await openApiText());
