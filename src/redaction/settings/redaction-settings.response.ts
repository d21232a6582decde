import { ApiProperty } from '@nestjs/swagger';
import {
  REDACTION_COUNTRIES,
  REDACTION_TYPES,
  type RedactionCountry,
  type RedactionType,
} from '../../ports/redaction.js';
import { type AccountRedaction, REDACTION_MODES, type RedactionMode } from './account-redaction.js';

export class CustomRedactionTypeResponse {
  @ApiProperty({ type: 'string', description: 'Used as the name of the type.', example: 'policy_number' })
  key: string;
  @ApiProperty({ type: 'string', description: 'Displayed text.', example: 'Policy number' })
  label: string;
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    description: 'In the pattern language of scorecards.',
    example: ['policy ~3 #'],
  })
  patterns: string[];
}

export class RedactionSettingsResponse {
  @ApiProperty({ enum: ['redaction_settings'], description: 'Type of the object.', example: 'redaction_settings' })
  object: 'redaction_settings';
  @ApiProperty({
    enum: REDACTION_MODES,
    description: 'Whether only the transcript is masked, or the recording too.',
    example: 'text_and_audio',
  })
  mode: RedactionMode;
  @ApiProperty({
    enum: REDACTION_TYPES,
    isArray: true,
    description: 'Types of data that are masked.',
    example: ['card_number', 'card_security_code'],
  })
  types: RedactionType[];
  @ApiProperty({
    enum: REDACTION_COUNTRIES,
    isArray: true,
    description: 'Countries whose numbers, dates and addresses are detected.',
    example: [...REDACTION_COUNTRIES],
  })
  countries: RedactionCountry[];
  @ApiProperty({ type: () => [CustomRedactionTypeResponse], description: 'Custom types.' })
  custom: CustomRedactionTypeResponse[];
  @ApiProperty({ enum: ['label', 'mask'], description: 'Replacement for masked words.', example: 'label' })
  replacement: AccountRedaction['replacement'];
  @ApiProperty({ enum: ['tone', 'silence'], description: 'Replacement sound for masked words.', example: 'tone' })
  audio: AccountRedaction['audio'];
  @ApiProperty({
    enum: ['delete', 'keep'],
    description: 'Whether the original recording is kept.',
    example: 'delete',
  })
  original_recording: AccountRedaction['original_recording'];

  static of(this: void, settings: AccountRedaction): RedactionSettingsResponse {
    const { mode, types, countries, custom, replacement, audio, original_recording } = settings;
    return {
      object: 'redaction_settings',
      mode,
      types: [...types],
      countries: [...countries],
      custom: custom.map(({ key, label, patterns }) => ({ key, label, patterns: [...patterns] })),
      replacement,
      audio,
      original_recording,
    };
  }
}
