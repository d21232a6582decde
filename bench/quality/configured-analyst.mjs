// The analyst that the service would use with the environment's settings.
import { chooseEngines } from '../../dist/src/adapters/engines/choose-engines.js';
import { loadConfig, readEnvironment } from '../../dist/src/platform/config/config.js';

/** @param dataDir receives what the settings need on the disk. @returns `{ analyst, close }` */
export async function openConfiguredAnalyst(dataDir, log) {
  const { analyst, close } = await chooseEngines(loadConfig({ ...readEnvironment(), DATA_DIR: dataDir }), log);
  await analyst.check();
  return { analyst, close };
}
