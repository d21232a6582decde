// Plays an extension of a dialplan as FreeSWITCH does, as far as the recipe goes: conditions, `set`, `record_session`, the hook.
import { writeFile } from 'node:fs/promises';
import { AGENT_HZ, CUSTOMER_HZ, stereo } from '../audio/two-parties.js';
import type { InstalledPage } from '../processes/page-scripts.js';

export interface BridgedCall {
  readonly uuid: string;
  readonly destination: string;
  /** As the caller sends it: anything. */
  readonly callerNumber: string;
  readonly caller: 'customer' | 'agent';
  /** How long the two were connected; 0 where no one answered. */
  readonly seconds: number;
  readonly epoch: number;
}

export const extensionsOf = (page: string): readonly string[] =>
  [...page.matchAll(/^```xml\n([\s\S]*?)^```$/gm)].map(([, extension = '']) => extension);

/** @returns whether the extension took the call */
export async function playBridge(extension: string, call: BridgedCall, installed: InstalledPage): Promise<boolean> {
  const variables = new Map([
    ['uuid', call.uuid],
    ['strepoch()', String(call.epoch)],
    ['recordings_dir', installed.recordings],
  ]);
  const fields = new Map([
    ['caller_id_number', call.callerNumber],
    ['destination_number', call.destination],
  ]);
  let recording: string | null = null;
  for (const [, attributes = '', body = ''] of extension.matchAll(/<condition ([^>]*)>([\s\S]*?)<\/condition>/g)) {
    const match = new RegExp(attribute(attributes, 'expression')).exec(
      fields.get(attribute(attributes, 'field')) ?? '',
    );
    if (match === null && !attributes.includes('break="never"')) return false;
    const kind = match === null ? 'anti-action' : 'action';
    for (const [, application = '', data = ''] of body.matchAll(
      new RegExp(`<${kind} application="(\\w+)" data="([^"]*)"/>`, 'g'),
    )) {
      const argument = expanded(data.replaceAll('$1', match?.[1] ?? ''), variables);
      if (application === 'set')
        variables.set(argument.slice(0, argument.indexOf('=')), argument.slice(argument.indexOf('=') + 1));
      else if (application === 'record_session') recording = argument;
      else if (application !== 'bridge') throw new Error(`The stand-in does not know ${application}`);
    }
  }
  if (recording === null) return true;
  for (const name of ['RECORD_STEREO', 'RECORD_BRIDGE_REQ'])
    if (variables.get(name) !== 'true') throw new Error(`${name} is not set before the recording begins`);
  // What the recorded leg sends is left: that of the caller.
  const [left, right] = call.caller === 'agent' ? [AGENT_HZ, CUSTOMER_HZ] : [CUSTOMER_HZ, AGENT_HZ];
  if (call.seconds > 0) await writeFile(recording, stereo(left, right, call.seconds));
  const hook = variables.get('api_hangup_hook') ?? '';
  if (!hook.startsWith('system ')) throw new Error(`The stand-in does not know the hook ${hook}`);
  await installed.run(expanded(hook.slice('system '.length), variables));
  return true;
}

function attribute(attributes: string, name: string): string {
  const [, value] = new RegExp(`${name}="([^"]*)"`).exec(attributes) ?? [];
  if (value === undefined) throw new Error(`A condition has no ${name}`);
  return value;
}

/** `${name}` of a channel and `$${name}` of the configuration. */
const expanded = (text: string, variables: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\${1,2}\{([^}]*)\}/g, (_, name: string) => {
    const value = variables.get(name);
    if (value === undefined) throw new Error(`There is no variable ${name}`);
    return value;
  });
