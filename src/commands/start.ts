// `call-analysis start [api|worker]`: runs the service until a signal stops it.
import { type Given, UsageError } from './command.js';

const ROLES: readonly string[] = ['api', 'worker'];

export async function start({ positionals: [role] }: Given): Promise<number> {
  if (role !== undefined) {
    if (!ROLES.includes(role)) throw new UsageError(`There is no role ${role}: it is api or worker, or none for both.`);
    // biome-ignore lint/style/noProcessEnv: the role on the command line stands for the variable that the configuration reads.
    process.env.PROCESS = role;
  }
  await import('../main.js');
  return 0;
}
