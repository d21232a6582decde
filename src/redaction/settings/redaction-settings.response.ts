import { ApiProperty } from '@nestjs/swagger';
import {
  REDACTION_COUNTRIES,
  REDACTION_TYPES,
  type RedactionCountry,
  type RedactionType,
} from '../../ports/redaction.js';
import { type AccountRedaction, REDACTION_MODES, type RedactionMode } from './account-redaction.js';

export class CustomRedactionTypeResponse {
  @ApiProperty({ type: 'string', description: 'Stands where the name of a type stands.', example: 'policy_number' })
  key: string;
  @ApiProperty({ type: 'string', description: 'As a person reads it.', example: 'Policy number' })
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
  @ApiProperty({ enum: REDACTION_MODES, description: 'Where it is masked.', example: 'text_and_audio' })
  mode: RedactionMode;
  @ApiProperty({
    enum: REDACTION_TYPES,
    isArray: true,
    description: 'What is masked.',
    example: ['card_number', 'card_security_code'],
  })
  types: RedactionType[];
  @ApiProperty({
    enum: REDACTION_COUNTRIES,
    isArray: true,
    description: 'Whose numbers, dates and addresses are looked for.',
    example: [...REDACTION_COUNTRIES],
  })
  countries: RedactionCountry[];
  @ApiProperty({ type: () => [CustomRedactionTypeResponse], description: 'What is masked beside the types.' })
  custom: CustomRedactionTypeResponse[];
  @ApiProperty({ enum: ['label', 'mask'], description: 'What stands in place of the words.', example: 'label' })
  replacement: AccountRedaction['replacement'];
  @ApiProperty({ enum: ['tone', 'silence'], description: 'What is heard in place of the words.', example: 'tone' })
  audio: AccountRedaction['audio'];
  @ApiProperty({
    enum: ['delete', 'keep'],
    description: 'What becomes of the recording as it was sent.',
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
