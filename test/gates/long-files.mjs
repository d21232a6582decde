// Files of the short gate that may take more than 20 CPU seconds, each with the reason.
export const LONG_FILES = {
  'test/arrivals/sources/twilio/twilio.controller.test.ts':
    'Some thirty calls go through the whole pipeline, sound included.',
  'test/arrivals/sources/watching/watch-sources.test.ts':
    'Buckets with a million keys are listed, and thousands of calls made.',
  'test/clients/conformance.test.ts':
    'The libraries of four languages play 130 faults each, each in a runtime of its own.',
  'test/redaction/fresh-calls.test.ts': 'Each call is decoded, transcribed, and masked in sound in several formats.',
};
