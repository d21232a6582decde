// `npm run env:example`: writes .env.example from the table of variables.
import { writeFileSync } from 'node:fs';
import { envExample } from '../platform/config/env-example.js';

writeFileSync('.env.example', envExample());
