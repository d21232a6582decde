import { describe, expect, it } from 'vitest';
import { readCallback, type TwilioSettings } from '../../../src/arrivals/sources/twilio-callback.js';
import { isSigned, signatureOf, signedUrls } from '../../../src/arrivals/sources/twilio-signature.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';

const SETTINGS: TwilioSettings = { account_sid: 'AC1', agent: 'child', api_base: null };
const FORM = {
  AccountSid: 'AC1',
  CallSid: 'CA1',
  RecordingSid: 'RE1',
  RecordingUrl: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Recordings/RE1',
  RecordingStatus: 'completed',
  RecordingChannels: '2',
  RecordingStartTime: 'Fri, 20 Nov 2026 09:58:00 +0000',
};

/** Of the documentation. */
const EXAMPLE = Buffer.from('d3f2824d1e832e92a69007fc9aecd9aa8d670e04', 'hex').toString('base64');

describe('the signature', () => {
  it('is that of the example of the documentation', () => {
    const form = {
      Digits: '1234',
      CallSid: 'CA1234567890ABCDE',
      To: '+18005551212',
      From: '+12349013030',
      Caller: '+12349013030',
    };
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    expect(signatureOf(url, form, '12345')).toBe(EXAMPLE);
    expect(isSigned([url], form, '12345', EXAMPLE), 'the signature is good').toBe(true);
    expect(isSigned([url], form, '12346', EXAMPLE), 'that of another token is good').toBe(false);
    expect(isSigned([url], form, '12345', ''), 'none is good').toBe(false);
    expect(isSigned([], form, '12345', EXAMPLE), 'that of no address is good').toBe(false);
  });

  it('takes each value of a field once, in order', () => {
    expect(signatureOf('u', { a: ['2', '1', '2'] }, 'k')).toBe(signatureOf('u', { a: ['1', '2'] }, 'k'));
  });

  it.each([
    ['https://calls.example', ['https://calls.example/x?a=1', 'https://calls.example:443/x?a=1']],
    ['http://calls.example', ['http://calls.example/x?a=1', 'http://calls.example:80/x?a=1']],
    ['https://calls.example:8443/api/', ['https://calls.example/api/x?a=1', 'https://calls.example:8443/api/x?a=1']],
    ['http://[::1]:3000', ['http://[::1]/x?a=1', 'http://[::1]:3000/x?a=1']],
  ])('is looked for at %s with and without the port', (publicUrl, urls) => {
    expect(signedUrls(publicUrl, '/x?a=1')).toEqual(urls);
  });
});

describe('text that no call can hold', () => {
  const faults = (form: object, query = {}) => {
    try {
      readCallback({ ...FORM, ...form }, query, SETTINGS, {});
    } catch (error) {
      return error instanceof ApiError ? [error.status, error.detail] : error;
    }
    return null;
  };
  const faultAt = (loc: string[], msg: string) => [422, [{ type: 'value_error', loc, msg: `Value error, ${msg}` }]];

  it('is refused by the name of its field, in the form and in the query', () => {
    const nul = 'text must not contain a NUL character';
    expect(faults({ RecordingSid: 'RE\0' })).toEqual(faultAt(['body', 'RecordingSid'], nul));
    expect(faults({ From: '+1\0' })).toEqual(faultAt(['body', 'From'], nul));
    expect(faults({}, { agent_id: 'a\0' })).toEqual(faultAt(['query', 'agent_id'], nul));
    expect(faults({}, { 'metadata.a\0': 'b' })).toEqual(faultAt(['query', 'metadata.a\0'], nul));
    expect(faults({}, { agent_id: '\ud800' })).toEqual(faultAt(['query', 'agent_id'], 'text must be valid Unicode'));
    expect(faults({ Extra: '\0' }, { other: '\0' }), 'what is not kept').toBeNull();
  });
});

describe('a callback', () => {
  const read = (form: Record<string, string>, query = {}, settings = SETTINGS, defaults = {}) =>
    readCallback(form, query, settings, defaults).submission;

  it('names the recording, when it began, and the channel of the agent', () => {
    expect(read(FORM, { agent_id: 'a7' })).toEqual({
      agent_id: 'a7',
      contact_id: 'CA1',
      external_id: 'RE1',
      call_started_at: '2026-11-20T09:58:00.000Z',
      agent_channel: 1,
      audio_url: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Recordings/RE1.wav?RequestedChannels=2',
    });
    expect(read(FORM, {}, { ...SETTINGS, agent: 'parent' }).agent_channel).toBe(0);
  });

  it('takes fields from the query before the defaults, and the defaults before the form', () => {
    const form = { ...FORM, From: '+491', To: '+492' };
    const defaults = { agent_id: 'd', contact_id: 'd', metadata: { team: 'd', site: 'd' } };
    expect(
      read(form, { agent_id: 'q', 'metadata.team': 'q', external_id: 'q', unknown: 'q' }, SETTINGS, defaults),
    ).toMatchObject({
      agent_id: 'q',
      contact_id: 'd',
      external_id: 'RE1',
      metadata: { team: 'q', site: 'd' },
    });
    expect(read(form).contact_id, 'who called').toBe('+491');
    expect(read(form, { agent: 'parent' }), 'who was called').toMatchObject({ contact_id: '+492', agent_channel: 0 });
  });

  it.each([
    ['https://api.twilio.com/r/RE1.mp3', {}, 'https://api.twilio.com/r/RE1.mp3?RequestedChannels=2'],
    ['https://api.twilio.com/r/RE1', { RecordingChannels: '1' }, 'https://api.twilio.com/r/RE1.wav'],
    ['https://bucket.example/RE1?X-Amz-Signature=1', {}, 'https://bucket.example/RE1?X-Amz-Signature=1'],
    ['https://api.twilio.com.evil.example/RE1', {}, 'https://api.twilio.com.evil.example/RE1'],
    ['http://api.twilio.com/RE1', {}, 'http://api.twilio.com/RE1'],
  ])('asks for the sound of %s', (RecordingUrl, more, url) => {
    expect(read({ ...FORM, RecordingUrl, ...more }).audio_url).toBe(url);
  });

  it.each([
    [{ RecordingSid: '' }, 'RecordingSid', 'Field required'],
    [{ RecordingSid: 'R'.repeat(256) }, 'RecordingSid', 'String should have at most 255 characters'],
    [{ RecordingUrl: '' }, 'RecordingUrl', 'Field required'],
    [{ RecordingUrl: 'ftp://x/y' }, 'RecordingUrl', 'Input should be a valid URL'],
  ])('with %j is refused', (change, name, msg) => {
    const refused = () => read({ ...FORM, ...change });
    expect(refused).toThrow(ApiError);
    expect(refused).toThrow(
      expect.objectContaining({ status: 422, detail: [expect.objectContaining({ loc: ['body', name], msg })] }),
    );
  });
});
