import { describe, expect, it } from 'vitest';
import { REDACTION_TYPES } from '../../../src/ports/redaction.js';
import {
  type AccountRedaction,
  NOTHING_SET,
  presetSettings,
} from '../../../src/redaction/settings/account-redaction.js';
import { type AskedRedaction, leftOut, resolveRedaction } from '../../../src/redaction/settings/resolve-redaction.js';

const POLICY = { key: 'policy_number', label: 'Policy number', patterns: ['policy ~3 #'] };
const PCI = ['card_number', 'card_security_code', 'card_expiry', 'password_or_pin'];

const settings = (given: Partial<AccountRedaction>): AccountRedaction => ({ ...NOTHING_SET, ...given });
const OFF = settings({ countries: ['DE'], replacement: 'mask', audio: 'silence' });
const TEXT = settings({ mode: 'text', types: ['email', 'card_number'], custom: [POLICY] });
const CUSTOM = settings({ mode: 'text', custom: [POLICY] });

describe('what is masked in a call', () => {
  const nothing: [string, AccountRedaction, AskedRedaction | null][] = [
    ['an account that has set nothing', NOTHING_SET, null],
    ['an account that is off, asked to mask nothing', OFF, 'off'],
    ['types and custom types of an account that is off', { ...TEXT, mode: 'off' }, null],
  ];
  it.each(nothing)('nothing: %s', (_, account, asked) => {
    expect(resolveRedaction(account, asked)).toBeNull();
  });

  it.each(['pci', 'pii'] as const)('%s on an account that is off: text and audio, without the original', (preset) => {
    expect(resolveRedaction({ ...OFF, types: ['email'], custom: [POLICY] }, preset)).toEqual({
      mode: 'text_and_audio',
      types: preset === 'pci' ? REDACTION_TYPES.filter((type) => PCI.includes(type)) : REDACTION_TYPES,
      countries: ['DE'],
      custom: [],
      replacement: 'mask',
      audio: 'silence',
      original: 'delete',
    });
  });

  it('types on an account that is off: text and audio, and the original stays', () => {
    const wanted = resolveRedaction(OFF, ['email', 'card_number', 'email']);
    expect(wanted).toMatchObject({ mode: 'text_and_audio', types: ['card_number', 'email'], original: 'keep' });
  });

  const ofAccount = { custom: [POLICY], countries: ['US', 'GB', 'DE'] };
  const widened: [string, AskedRedaction | null, readonly string[], object][] = [
    ['nothing', null, ['card_number', 'email'], { mode: 'text', original: 'keep' }],
    ['further types', ['phone_number'], ['card_number', 'phone_number', 'email'], { mode: 'text', original: 'keep' }],
    [
      'pci',
      'pci',
      REDACTION_TYPES.filter((type) => [...PCI, 'email'].includes(type)),
      { mode: 'text_and_audio', original: 'delete' },
    ],
    ['pii', 'pii', REDACTION_TYPES, { mode: 'text_and_audio', original: 'delete' }],
  ];
  it.each(widened)('%s asked of an account that masks text: all types together', (_, asked, types, how) => {
    expect(resolveRedaction(TEXT, asked)).toMatchObject({ ...ofAccount, types, ...how });
  });

  it('a preset asked of an account that keeps its originals: they stay', () => {
    const keeping = settings({ mode: 'text_and_audio', types: ['email'], original_recording: 'keep' });
    expect(resolveRedaction(keeping, 'pci')).toMatchObject({ mode: 'text_and_audio', original: 'keep' });
  });

  it('custom types alone', () => {
    expect(resolveRedaction(CUSTOM, null)).toMatchObject({ mode: 'text', types: [], custom: [POLICY] });
  });

  it('deletes the original where the account has it deleted', () => {
    expect(resolveRedaction(presetSettings('pci'), ['email'])).toMatchObject({ original: 'delete' });
  });
});

describe('what a call leaves out of what its account requires', () => {
  const cases: [string, AccountRedaction, AskedRedaction | null, string | null][] = [
    ['an account that is off requires nothing', { ...TEXT, mode: 'off' }, 'off', null],
    ['nothing asked', TEXT, null, null],
    ['off: the first of its types, in the order of types', TEXT, 'off', 'card_number'],
    ['off, with custom types alone: the first of them', CUSTOM, 'off', 'policy_number'],
    ['a list without one of them', TEXT, ['card_number', 'phone_number'], 'email'],
    ['a list with all of them', TEXT, ['email', 'card_number'], null],
    ['a list, with custom types alone', CUSTOM, ['email'], null],
    ['pci, without the e-mail', TEXT, 'pci', 'email'],
    ['pii', TEXT, 'pii', null],
  ];
  it.each(cases)('%s', (_, account, asked, missing) => {
    expect(leftOut(account, asked)).toBe(missing);
  });
});
