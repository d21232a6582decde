// The options of `call-analysis watch`, apart from its code: the table of commands loads them for the help.
import type { CommandOption } from '../command.js';

export const WATCH_OPTIONS = {
  naming: {
    type: 'string',
    value: 'NAMING',
    description:
      "what names say: '{agent_id}_{contact_id}.wav', the JSON of a source's naming, or the name of a preset",
  },
  'agent-id': { type: 'string', value: 'ID', description: 'the agent of recordings whose names give none' },
  'contact-id': { type: 'string', value: 'ID', description: 'the contact of recordings whose names give none' },
  metadata: {
    type: 'string',
    value: 'JSON',
    description: 'your own keys and values for each call, as in \'{"team":"north"}\'',
  },
  defaults: {
    type: 'string',
    value: 'JSON',
    description: 'other fields of POST /analysis for each call, as in \'{"agent_channel":1}\'',
  },
  once: { type: 'boolean', description: 'takes what is there and ends, for cron' },
  'move-to': { type: 'string', value: 'DIR', description: 'moves recordings there that became calls; else they stay' },
  settle: { type: 'string', value: 'SECONDS', description: 'for how long a recording must not have grown (10)' },
  every: { type: 'string', value: 'SECONDS', description: 'looks at the whole folder at least this often (60)' },
  parallel: { type: 'string', value: 'NUMBER', description: 'recordings that are sent at once (2)' },
  only: { type: 'string', value: 'LIST', description: 'extensions of recordings, with commas; else those of audio' },
  'retry-refused': { type: 'boolean', description: 'sends recordings again that were refused' },
  state: { type: 'string', value: 'DIR', description: 'where it remembers what was taken (DIR/.call-analysis)' },
  url: { type: 'string', value: 'URL', description: 'the address of the service, in place of CALL_ANALYSIS_URL' },
} as const satisfies Readonly<Record<string, CommandOption>>;
