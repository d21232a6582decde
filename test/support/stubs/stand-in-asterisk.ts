// Plays a dialplan as Asterisk does, as far as the recipe goes: `Set`, `FILTER`, `MixMonitor` with its options and its command.
import { writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { AGENT_HZ, CUSTOMER_HZ, tone } from '../audio/two-parties.js';
import type { InstalledPage } from '../processes/page-scripts.js';

export interface DialledCall {
  readonly uniqueId: string;
  /** What was dialled. */
  readonly exten: string;
  /** As the caller sends it: anything. */
  readonly callerNumber: string;
  /** Whose channel the dialplan runs on. */
  readonly channelOf: 'customer' | 'agent';
  /** How long the two were connected; 0 where no one answered. */
  readonly seconds: number;
  readonly epoch: number;
}

/** The blocks of a page that are a dialplan, in order. */
export const dialplansOf = (page: string): readonly string[] =>
  [...page.matchAll(/^```\n(exten => [\s\S]*?)^```$/gm)].map(([, dialplan = '']) => dialplan);

export async function playCall(dialplan: string, call: DialledCall, installed: InstalledPage): Promise<void> {
  const variables = new Map([
    ['UNIQUEID', call.uniqueId],
    ['EXTEN', call.exten],
    ['CALLERID(num)', call.callerNumber],
    ['EPOCH', String(call.epoch)],
  ]);
  let afterwards = '';
  for (const line of dialplan.trim().split('\n')) {
    const [, application = '', argument = ''] = /,(Set|MixMonitor|Dial)\((.*)\)$/.exec(line) ?? [];
    if (application === 'Set') {
      const at = argument.indexOf('=');
      variables.set(argument.slice(0, at), expanded(argument.slice(at + 1), variables));
    } else if (application === 'MixMonitor') {
      afterwards = await record(expanded(argument, variables), call, installed.recordings);
    } else if (application !== 'Dial') throw new Error(`The stand-in does not know ${line}`);
  }
  // Asterisk closes the files first, and gives the command to `/bin/sh -c`.
  await installed.run(afterwards);
}

/** @returns the command that follows the recording */
async function record(argument: string, call: DialledCall, recordings: string): Promise<string> {
  // The last argument is not parted: it may hold commas.
  const [, mixed = '', options = '', command = ''] = /^([^,]*),([^,]*),(.*)$/s.exec(argument) ?? [];
  const file = (option: string) => {
    const [, name = ''] = new RegExp(`${option}\\(([^)]*)\\)`).exec(options) ?? [];
    return isAbsolute(name) ? name : join(recordings, name);
  };
  if (!/^bS/.test(options)) throw new Error('Without S the two files drift apart, without b they hold the ringing');
  const [received, sent] = call.channelOf === 'agent' ? [AGENT_HZ, CUSTOMER_HZ] : [CUSTOMER_HZ, AGENT_HZ];
  await writeFile(file('r'), tone(received, call.seconds));
  // One of them may have a frame less.
  await writeFile(file('t'), tone(sent, Math.max(0, call.seconds - 0.02)));
  await writeFile(join(recordings, mixed), tone(AGENT_HZ, call.seconds));
  return command;
}

/** `${NAME}` and `${FILTER(allowed,text)}`, inside each other. */
function expanded(text: string, variables: ReadonlyMap<string, string>): string {
  let result = '';
  let rest = text;
  for (let at = rest.indexOf('${'); at !== -1; at = rest.indexOf('${')) {
    const end = endOf(rest, at + 2);
    result += rest.slice(0, at) + textOf(rest.slice(at + 2, end), variables);
    rest = rest.slice(end + 1);
  }
  return result + rest;
}

function endOf(text: string, from: number): number {
  for (let at = from, depth = 1; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`A variable is not closed: ${text}`);
}

function textOf(name: string, variables: ReadonlyMap<string, string>): string {
  const [, allowed, inner] = /^FILTER\(([^,]*),(.*)\)$/s.exec(name) ?? [];
  if (allowed === undefined || inner === undefined) {
    const value = variables.get(name);
    if (value === undefined) throw new Error(`There is no variable ${name}`);
    return value;
  }
  const characters = new RegExp(`[^${allowed}]`, 'g');
  return expanded(inner, variables).replaceAll(characters, '');
}
