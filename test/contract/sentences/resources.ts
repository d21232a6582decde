// What the specification promises about resources, each sentence with its tests.
import { ACCEPTED, analyses, COMPLETED, KEY, keys, LISTED, mishap, PAIR, route, tokens } from './named-tests.js';
import type { Sentence } from './sentence.js';

export const RESOURCES: readonly Sentence[] = [
  { says: 'An analysis has a UUID as its id', tests: [ACCEPTED] },
  { says: 'Its object is analysis', tests: [ACCEPTED] },
  { says: 'created is a Unix time in seconds', tests: [ACCEPTED] },
  { says: 'status is processing, completed or failed', tests: [ACCEPTED, COMPLETED] },
  {
    says: 'livemode tells the mode of the credential',
    tests: [analyses('of a test key is not live, and no notification leaves')],
  },
  { says: "call.agent_id and call.contact_id are the client's own", tests: [ACCEPTED] },
  { says: 'call.duration_ms and call.duration_seconds are the duration of the audio', tests: [COMPLETED] },
  {
    says: 'audio.url is where the stored audio is',
    tests: [
      COMPLETED,
      ['e2e/story-of-one-call', 'exports the transcript, opens the recording by its link, and lists the call'],
    ],
  },
  { says: 'audio.size_bytes is the size, also named file_size', tests: [ACCEPTED] },
  {
    says: 'audio.format is the format of the audio',
    tests: [COMPLETED, ['pipeline/intake/audio-format.unit', '$name is recognised as $reported']],
  },
  { says: 'audio.duration_seconds is a number, or null until it is known', tests: [COMPLETED] },
  {
    says: 'Duration and size may be null right after creation',
    tests: [mishap('fetches a recording by its URL, and forgets the address'), COMPLETED],
  },
  { says: 'transcript and results are null until processing completes', tests: [ACCEPTED, COMPLETED] },
  {
    says: 'metadata.webhook_url is the URL that was supplied, or null',
    tests: [ACCEPTED, route('leaves the things of the owner alone')],
  },
  {
    says: 'metadata.completed_at is ISO 8601 with milliseconds, null until completion',
    tests: [ACCEPTED, COMPLETED],
  },
  { says: 'metadata.processing_time_ms is null until completion', tests: [ACCEPTED, COMPLETED] },
  {
    says: 'metadata.error_message says why an analysis failed, else it is null',
    tests: [COMPLETED, mishap('does not retry what the provider refuses for good')],
  },
  {
    says: 'metadata.error_code says it in a word: not_audio, url_refused, provider_refused and others; null otherwise',
    tests: [
      COMPLETED,
      mishap('fails a recording that %s'),
      mishap('does not retry what the provider refuses for good'),
      ['analysis/analysis-json.unit', 'has the code %s where the row has %s and is %s'],
    ],
  },
  { says: 'metadata.version is a string', tests: [COMPLETED] },
  { says: 'A transcript has text with speaker labels, segments and language', tests: [COMPLETED] },
  {
    says: 'compliance holds identity_verification with performed, confidence, evidence and flagged',
    tests: [COMPLETED],
  },
  {
    says: 'compliance holds privacy_protection, mandatory_disclosures, purpose_declaration and score',
    tests: [COMPLETED],
  },
  { says: 'quality holds three sentiments', tests: [COMPLETED] },
  { says: 'quality holds call_resolution, greeting, empathetic_language and overall_score', tests: [COMPLETED] },
  { says: 'coaching holds customer_effort_score, 1 to 5, and recommendations', tests: [COMPLETED] },
  { says: 'results hold a summary', tests: [COMPLETED] },
  { says: 'A list has object, data, has_more and total', tests: [LISTED] },
  { says: 'A token pair has access_token, refresh_token, token_type and expires_in', tests: [PAIR] },
  {
    says: 'A created key has id, key, name, key_prefix and created_at, and the key only then',
    tests: [KEY, keys('tells the whole key once')],
  },
  {
    says: 'Registration takes email, password and phone_number',
    tests: [
      tokens('creates an unverified account on the free plan and mails a link'),
      tokens('reports missing fields'),
    ],
  },
  {
    says: 'A notification has event, data.id, data.status and data.results',
    tests: [analyses('is sent to its webhook: event, id, status and results')],
  },
];
