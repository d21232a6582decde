// The linter of OpenAPI documents, in its strict form. Its program is one of tools/.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer: string }[];
}

/** @returns what it finds in the document at the path: rule, message, place */
export async function lint(path: string): Promise<unknown[]> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = ['lint', '--config', 'redocly.yaml', '--format', 'json', path];
  const { stdout } = await promisify(execFile)('tools/node_modules/.bin/redocly', args, { env }).catch(
    (error: { stdout: string }) => error,
  );
  const { problems } = JSON.parse(stdout) as { problems: readonly Problem[] };
  return problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
}
