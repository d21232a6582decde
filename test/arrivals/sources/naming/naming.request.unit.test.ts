import { describe, expect, it } from 'vitest';
import { NamingField } from '../../../../src/arrivals/sources/naming/naming.request.js';
import { NAMING_PRESETS } from '../../../../src/arrivals/sources/naming/presets.js';
import { ApiError } from '../../../../src/platform/errors/api-error.js';
import { oneOf } from '../../../../src/platform/errors/validation-messages.js';
import { readInput } from '../../../../src/platform/http/validation/read-input.js';

class WithNaming {
  @NamingField({ description: 'Naming.' })
  naming: unknown;
}

const read = (naming: unknown) => readInput(WithNaming, { naming }, 'body').naming;

function faults(naming: unknown): string[] {
  try {
    read(naming);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || !Array.isArray(error.detail)) throw error;
    return error.detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
  }
}

describe('the field naming', () => {
  it.each([
    [{ pattern: "{agent_id}_{contact_id}_{started_at:yyyyMMdd'T'HHmm}.wav" }],
    [{ pattern: '{agent_id}', time_zone: 'Europe/Berlin' }],
    [{ sidecar: '.json', map: { agent_id: '$.userIds[0]', 'metadata.team': "$['a team'].name" } }],
    [{ object_metadata: { agent_id: 'x-agent' } }],
    [{ preset: 'genesys' }],
  ])('takes %j', (naming) => {
    expect(read(naming)).toEqual(naming);
  });

  it('takes a preset by its name alone', () => {
    expect(read('amazon_connect')).toEqual({ preset: 'amazon_connect' });
    expect(faults('pigeon post')).toEqual([`body.naming: ${oneOf(NAMING_PRESETS)}`]);
  });

  it.each([
    [{}, ['body.naming: Value error, one of pattern, sidecar, object_metadata and preset must be given']],
    [[], ['body.naming: Input should be a valid dictionary']],
    [{ preset: 'pigeon post' }, [`body.naming.preset: ${oneOf(NAMING_PRESETS)}`]],
    [{ pattern: '{agent_id}', preset: 'genesys' }, ['body.naming.preset: Extra inputs are not permitted']],
    [
      { pattern: '{agent}' },
      [expect.stringContaining("body.naming.pattern: Value error, 'agent' is no field; there are agent_id")],
    ],
    [{ pattern: 'call.wav' }, ['body.naming.pattern: Value error, the pattern must have a field, as in {agent_id}']],
    [
      { pattern: '{agent_id}{contact_id}' },
      ['body.naming.pattern: Value error, two fields must have text between them'],
    ],
    [{ pattern: '{agent_id}_{agent_id}' }, ['body.naming.pattern: Value error, agent_id stands in the pattern twice']],
    [{ pattern: '{agent_id' }, ['body.naming.pattern: Value error, a { is not closed']],
    [{ pattern: 'agent_id}' }, ['body.naming.pattern: Value error, a } has no { before it']],
    [
      { pattern: '{started_at}' },
      ["body.naming.pattern: Value error, started_at needs its form, as in {started_at:yyyyMMdd'T'HHmm}"],
    ],
    [
      { pattern: '{started_at:yyyyMMddTHHmm}' },
      [
        "body.naming.pattern: Value error, the time has the letters T; other text stands in quotes, as in yyyyMMdd'T'HHmm",
      ],
    ],
    [
      { pattern: '{started_at:yyyyMMdd}' },
      ["body.naming.pattern: Value error, the time must have year, month, day and hour, as in yyyyMMdd'T'HHmm"],
    ],
    [{ pattern: '{started_at:yyyyMMddHHdd}' }, ['body.naming.pattern: Value error, the time has a part twice']],
    [{ pattern: 'a'.repeat(501) }, ['body.naming.pattern: String should have at most 500 characters']],
    [{ pattern: '{agent_id:x}' }, ['body.naming.pattern: Value error, only started_at has a form, agent_id has none']],
    [
      { pattern: '{agent_id}', time_zone: 'Mars/Base' },
      ['body.naming.time_zone: Value error, this is no time zone of the IANA database'],
    ],
    [{ sidecar: '.json' }, ['body.naming.map: Field required']],
    [
      { sidecar: '/x.json', map: { agent_id: 'userIds', town: '$.a', contact_id: 7 } },
      [
        'body.naming.sidecar: Value error, the file must lie in the same folder',
        'body.naming.map.contact_id: Input should be a valid string',
        'body.naming.map.agent_id: Value error, the path must begin with $, as in $.userIds[0]',
        expect.stringContaining("body.naming.map.town: Value error, 'town' is no field"),
      ],
    ],
    [
      {
        sidecar: '.json',
        map: { agent_id: '$..agent', contact_id: '$.a[*]', language: '$', direction: '$.a'.padEnd(65, '.a') },
      },
      [
        "body.naming.map.agent_id: Value error, the path must have steps such as .name, [0] and ['a name'] alone",
        "body.naming.map.contact_id: Value error, the path must have steps such as .name, [0] and ['a name'] alone",
        'body.naming.map.language: Value error, the path must lead to a member, as in $.userIds[0]',
        'body.naming.map.direction: Value error, a path has at most 20 steps',
      ],
    ],
    [
      { object_metadata: { 'metadata.': 'x' } },
      [
        'body.naming.object_metadata.metadata.: Value error, a key of metadata must have 1 to 40 characters, as in metadata.team',
      ],
    ],
  ])('names each fault of %j', (naming, expected) => {
    expect(faults(naming)).toEqual(expected);
  });
});
