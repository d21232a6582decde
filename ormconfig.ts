// The data source of the TypeORM command line: `npm run build && npx typeorm migration:show -d dist/ormconfig.js`.
import { DataSource } from 'typeorm';
import { loadConfig } from './src/platform/config/config.js';
import { dataSourceOptions } from './src/platform/database/data-source.js';

const { database } = loadConfig();
const url = database.directUrl ?? database.url;
if (url === null) throw new Error('Set DATABASE_URL: the command line does not start the embedded database');

export default new DataSource(dataSourceOptions(url, 2));
