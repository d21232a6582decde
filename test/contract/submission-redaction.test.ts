// What a submission has masked: what its account has, and what is asked beside it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REDACTION_TYPES } from '../../src/ports/redaction.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { answerTo } from '../support/matchers/answers.js';

const POLICY = { key: 'policy_number', label: 'Policy number', patterns: ['policy ~3 #'] };
const PCI = ['card_number', 'card_security_code', 'card_expiry', 'password_or_pin'];
const BY_URL = { audio_url: 'https://example.com/call.wav', agent_id: 'agent-7', contact_id: 'cust-42' };

let service: TestService;

beforeAll(async () => {
  // No worker runs, so that submitted calls keep their state.
  service = await startTestService({ PROCESS: 'api' });
});
afterAll(() => service?.stop());

const value = (loc: readonly string[], reason: string, more = {}) => ({
  type: 'value_error',
  loc: ['body', ...loc],
  msg: `Value error, ${reason}`,
  ...more,
});
const oneOf = (values: readonly string[]) => {
  const quoted = values.map((each) => `'${each}'`);
  return `Input should be ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
};

describe('what a submission has masked', () => {
  let other: Account;
  let submit: (redact: unknown) => ReturnType<Ask>;
  beforeAll(async () => {
    other = await service.openAccount();
    submit = (redact) => askAs(service, other)('/analysis', { json: { ...BY_URL, redact } });
  });
  const settings = (json: object) => askAs(service, other)('/settings/redaction', { method: 'PUT', json });
  const keptOf = async (id: string) => {
    const { rows } = await service.db.query('SELECT redact FROM analysis WHERE id = $1', [id]);
    return rows[0].redact === null ? null : JSON.parse(rows[0].redact);
  };
  const accepted = async (redact: unknown) => {
    const answer = await submit(redact);
    await expect(answer).toAnswer(201);
    return keptOf(answer.body.id);
  };

  it('is nothing where the account is off and nothing is asked', async () => {
    await settings({});
    expect(await accepted(undefined)).toBeNull();
    expect(await accepted('off')).toBeNull();
    expect(await accepted(null)).toBeNull();
  });

  it('is what is asked where the account is off', async () => {
    const own = {
      countries: ['US', 'GB', 'DE'],
      custom: [],
      replacement: 'label',
      audio: 'tone',
      mode: 'text_and_audio',
    };
    expect(await accepted('pci')).toEqual({ ...own, types: PCI, original: 'delete' });
    expect(await accepted(['pii'])).toEqual({ ...own, types: REDACTION_TYPES, original: 'delete' });
    expect(await accepted(['email', 'card_number'])).toEqual({
      ...own,
      types: ['card_number', 'email'],
      original: 'keep',
    });
    expect((await accepted('email,card_number')).types).toEqual(['card_number', 'email']);
  });

  it('is what the account has masked, and more where more is asked', async () => {
    await settings({ mode: 'text', types: ['card_number'], custom: [POLICY], countries: ['GB'] });
    const own = { mode: 'text', countries: ['GB'], custom: [POLICY], original: 'keep' };
    expect(await accepted(undefined)).toMatchObject({ ...own, types: ['card_number'] });
    expect(await accepted(['card_number', 'email'])).toMatchObject({ ...own, types: ['card_number', 'email'] });
    const inSound = { mode: 'text_and_audio', original: 'delete' };
    expect(await accepted('pci')).toMatchObject({ ...own, ...inSound, types: PCI });
  });

  it.each([
    ['off', ['email', 'card_number'], 'card_number'],
    [['email'], ['email', 'card_number'], 'card_number'],
    ['pci', ['email', 'card_number'], 'email'],
    ['off', [], 'policy_number'],
  ])('%j is refused where the account requires more', async (redact, types, missing) => {
    await settings({ mode: 'text', types, custom: [POLICY] });
    const before = (await service.db.query('SELECT count(*) FROM analysis')).rows[0].count;
    await expect(await submit(redact)).toAnswer(400, { detail: `The account requires redaction of ${missing}` });
    const fromUrl = await askAs(service, other)('/analysis/from-url', { json: { ...BY_URL, redact } });
    await expect(fromUrl).toAnswer(400, { detail: `The account requires redaction of ${missing}` });
    expect((await service.db.query('SELECT count(*) FROM analysis')).rows[0].count).toBe(before);
  });

  const CHOICES = ['off', 'pci', 'pii', ...REDACTION_TYPES];
  const faults: [unknown, object][] = [
    ['iban', { type: 'enum', loc: ['body', 'redact'], msg: oneOf(CHOICES), input: 'iban' }],
    [['email', 'iban'], { type: 'enum', loc: ['body', 'redact', '1'], msg: oneOf(CHOICES), input: 'iban' }],
    ['email,iban', { type: 'enum', loc: ['body', 'redact', '1'] }],
    [['policy_number'], { type: 'enum', loc: ['body', 'redact', '0'] }],
    [[7], { type: 'enum', loc: ['body', 'redact', '0'] }],
    [[], value(['redact'], 'at least 1 must be given')],
    [['pci', 'email'], value(['redact'], 'pci must stand alone')],
    [['email', 'off'], value(['redact'], 'off must stand alone')],
    [Array(101).fill('email'), value(['redact'], 'at most 100 are taken')],
    [{}, { type: 'list_type', loc: ['body', 'redact'] }],
    [true, { type: 'list_type', loc: ['body', 'redact'] }],
  ];
  it.each(faults)('%j is a fault', async (redact, item) => {
    await expect(await submit(redact)).toAnswer(422, { detail: [expect.objectContaining(item)] });
  });

  describe('as a form', () => {
    const send = (fields: readonly (readonly [string, string | Blob])[], headers = {}) => {
      const form = new FormData();
      for (const [name, content] of fields) form.append(name, content);
      return fetch(`${service.baseUrl}/analysis`, {
        method: 'POST',
        headers: { authorization: `Bearer ${other.accessToken}`, ...headers },
        body: form,
      });
    };
    const PARTIES = [['agent_id', 'a'] as const, ['contact_id', 'c'] as const];
    const file = () => ['audio_file', new Blob([new Uint8Array(recordedCall())])] as const;
    const read = async (response: Response) =>
      answerTo('POST /analysis', { status: response.status, body: JSON.parse(await response.text()) });

    it.each([
      ['with commas, before the file', [['redact', 'card_number, email'] as const, ...PARTIES, file()]],
      [
        'repeated, around the file',
        [['redact', 'email'] as const, ...PARTIES, file(), ['redact', 'card_number'] as const],
      ],
      [
        'with brackets, behind the file',
        [...PARTIES, file(), ['redact[]', 'email'] as const, ['redact[]', 'card_number'] as const],
      ],
    ])('it may come %s', async (_, fields) => {
      await settings({});
      const answer = await read(await send(fields));
      await expect(answer).toAnswer(201);
      expect((await keptOf(answer.body.id)).types).toEqual(['card_number', 'email']);
    });

    it('is refused behind the file too, and leaves no recording', async () => {
      await settings({ preset: 'pci' });
      const refused = await read(await send([...PARTIES, file(), ['redact', 'off']]));
      await expect(refused).toAnswer(400, { detail: 'The account requires redaction of card_number' });
      const fault = await read(await send([...PARTIES, file(), ['redact', 'pin']]));
      const item = { type: 'enum', loc: ['body', 'redact'] };
      await expect(fault).toAnswer(422, { detail: [expect.objectContaining(item)] });
    });

    it('makes another request of it', async () => {
      await settings({});
      const headers = { 'idempotency-key': 'redacted-form' };
      const first = await read(await send([...PARTIES, ['redact', 'pci'], file()], headers));
      await expect(first).toAnswer(201);
      expect((await read(await send([...PARTIES, ['redact', 'pci'], file()], headers))).body.id).toBe(first.body.id);
      await expect(await read(await send([...PARTIES, file()], headers))).toAnswer(422);
      await expect(await read(await send([...PARTIES, ['redact', 'pii'], file()], headers))).toAnswer(422);
    });
  });

  it('stays with a call that is tried again, whatever the settings are by then', async () => {
    await settings({ preset: 'pci' });
    const { body } = await askAs(service, other)('/analysis', { json: BY_URL });
    const before = await keptOf(body.id);
    await settings({});
    await service.db.query(
      "UPDATE analysis SET status = 'failed', settled_at = now(), error_message = 'x', error_code = 'not_audio' WHERE id = $1",
      [body.id],
    );
    await service.db.query('DELETE FROM minutes_reservation WHERE analysis_id = $1', [body.id]);
    await expect(await askAs(service, other)(`/analysis/${body.id}/retry`, { method: 'POST' })).toAnswer(200);
    expect(await keptOf(body.id)).toEqual(before);
  });
});
