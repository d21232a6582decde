// `call-analysis start [api|worker]`: runs the service until a signal stops it.
import { type Given, UsageError } from './command.js';

export async function start({ positionals: [role] }: Given): Promise<number> {
  if (role !== undefined && role !== 'api' && role !== 'worker')
    throw new UsageError(`There is no role ${role}: it is api or worker, or none for both.`);
  // Imported here, so that a wrong word is answered at once.
  const { runService } = await import('../program/run-service.js');
  await runService(role ?? null);
  return 0;
}
