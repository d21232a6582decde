// The settings as clients send them. What one member alone can get wrong stands here, what members can get wrong together in
// `find-settings-faults.ts`.
import { patternFault } from '../../phrases/pattern-fault.js';
import { OneOf, SomeOf, Text } from '../../platform/http/validation/fields.js';
import { NestedList, TextList } from '../../platform/http/validation/list-fields.js';
import { ObjectWith } from '../../platform/http/validation/object-rules.js';
import {
  REDACTION_COUNTRIES,
  REDACTION_TYPES,
  type RedactionCountry,
  type RedactionType,
} from '../../ports/redaction.js';
import {
  type AccountRedaction,
  NOTHING_SET,
  presetSettings,
  REDACTION_MODES,
  REDACTION_PRESETS,
  type RedactionMode,
  type RedactionPreset,
} from './account-redaction.js';
import { findCustomFaults, findPatternExcess, findSettingsFaults, MAX_PATTERNS } from './find-settings-faults.js';

const MAX_CUSTOM_TYPES = 20;
/** A preset stands in place of them. */
const BESIDE_PRESET = ['mode', 'types', 'countries', 'custom', 'replacement', 'audio', 'original_recording'];
const MAX_LABEL_CHARACTERS = 100;
const MAX_PATTERN_CHARACTERS = 200;

export class CustomRedactionTypeRequest {
  @Text({
    description: 'Used as the name of the type, as in `[POLICY_NUMBER_1]`. Not a built-in type; each key once.',
    example: 'policy_number',
    pattern: /^[a-z][a-z0-9_]{0,63}$/,
  })
  key: string;

  @Text({ description: 'Displayed text.', example: 'Policy number', max: MAX_LABEL_CHARACTERS, trim: true })
  label: string;

  @TextList({
    description: 'In the pattern language of scorecards: the words of each match are masked.',
    example: ['policy ~3 #'],
    max: MAX_PATTERNS,
    item: { max: MAX_PATTERN_CHARACTERS, findFault: patternFault },
  })
  patterns: string[];
}

@ObjectWith({
  isClosed: true,
  findFaults: findSettingsFaults,
  alternatives: [{ has: ['preset'], lacks: BESIDE_PRESET }, { lacks: ['preset'] }],
})
export class RedactionSettingsRequest {
  @OneOf(REDACTION_PRESETS, {
    description:
      'Instead of all other members. `pci`: the three card types and `password_or_pin`, in text and audio; the ' +
      'original recording is deleted. `pii`: the same for all types.',
    example: 'pci',
    optional: true,
  })
  preset?: RedactionPreset | null;

  @OneOf(REDACTION_MODES, {
    description: 'Whether only the transcript is masked, or the recording too.',
    example: 'text_and_audio',
    default: NOTHING_SET.mode,
  })
  mode: RedactionMode;

  @SomeOf(REDACTION_TYPES, {
    description: 'Types of data that are masked.',
    example: ['card_number', 'card_security_code'],
    default: NOTHING_SET.types,
    min: 0,
  })
  types: RedactionType[];

  @SomeOf(REDACTION_COUNTRIES, {
    description: 'Countries whose numbers, dates and addresses are detected, in addition to international ones.',
    example: ['US', 'GB', 'DE'],
    default: NOTHING_SET.countries,
    min: 0,
  })
  countries: RedactionCountry[];

  @NestedList(CustomRedactionTypeRequest, {
    description: `What is masked beside the types; at most ${MAX_PATTERNS} patterns in all.`,
    example: [{ key: 'policy_number', label: 'Policy number', patterns: ['policy ~3 #'] }],
    min: 0,
    max: MAX_CUSTOM_TYPES,
    default: [],
    findExcess: findPatternExcess,
    findFaults: findCustomFaults,
  })
  custom: CustomRedactionTypeRequest[];

  @OneOf(['label', 'mask'], {
    description:
      'Replacement for masked words. `label`: `[CARD_NUMBER_1]`; the same content has the same number within a ' +
      'call. `mask`: `####`, always four.',
    example: 'label',
    default: NOTHING_SET.replacement,
  })
  replacement: AccountRedaction['replacement'];

  @OneOf(['tone', 'silence'], {
    description: 'Replacement sound for masked words.',
    example: 'tone',
    default: NOTHING_SET.audio,
  })
  audio: AccountRedaction['audio'];

  @OneOf(['delete', 'keep'], {
    description:
      'Whether the original recording is kept. `delete` needs the mode `text_and_audio`. Reading a kept original ' +
      'needs the scope `recordings:original`.',
    example: 'delete',
    default: NOTHING_SET.original_recording,
  })
  original_recording: AccountRedaction['original_recording'];

  settings(): AccountRedaction {
    if (this.preset) return presetSettings(this.preset);
    const { mode, types, countries, custom, replacement, audio, original_recording } = this;
    return {
      mode,
      types: REDACTION_TYPES.filter((type) => types.includes(type)),
      countries: REDACTION_COUNTRIES.filter((country) => countries.includes(country)),
      custom: custom.map(({ key, label, patterns }) => ({ key, label, patterns })),
      replacement,
      audio,
      original_recording,
    };
  }
}
