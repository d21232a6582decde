import type { FaultGroup } from './fault.js';
import {
  audioDecoder,
  audioFormat,
  boundedChild,
  minutesLedger,
  recordingsRefused,
  spokenInjection,
  whatCanGoWrong,
} from './test-files.js';

export const AUDIO: FaultGroup = {
  title: 'Audio content',
  faults: [
    {
      number: 60,
      title: 'Other files under an audio name, audio under another name',
      outcome: 'Contents decide.',
      tests: [
        audioFormat('$name under a false name and type'),
        audioFormat('%s is no accepted format'),
        recordingsRefused('%s'),
      ],
      seenToFail: 'The name decided: text was accepted.',
    },
    {
      number: 61,
      title: 'Polyglots',
      outcome: 'Refused, or taken as audio and handed out as nothing else.',
      tests: [
        recordingsRefused('mp3 behind the beginning of %s is not taken'),
        recordingsRefused('a wav with an archive and a page behind it is a wav, and is handed out as nothing else'),
      ],
      seenToFail: 'MPEG frames were looked for behind any beginning: it was accepted.',
    },
    {
      number: 62,
      title: 'Truncated and corrupt files',
      outcome: '400 or failed with a plain reason; billed for what is there, never more.',
      tests: [audioDecoder('%s: one plain sentence, final'), whatCanGoWrong('fails %s without asking the provider')],
      seenToFail: 'What does not decode was tried again: it was told as passing.',
    },
    {
      number: 63,
      title: 'Zero bytes, header only, no sound, strange layouts',
      outcome: 'Refused or failed, or decoded; never tried again and again.',
      tests: [
        recordingsRefused('zero bytes'),
        recordingsRefused('a header alone'),
        recordingsRefused('a film without sound'),
        recordingsRefused('768,000 samples a second'),
        recordingsRefused('a hundred channels: decoded, or failed and not billed'),
      ],
      seenToFail:
        'What does not decode was tried again: the call stayed in progress. (Nothing decoded ends a call twice over: with the second look taken out the test still passed.)',
    },
    {
      number: 64,
      title: 'A day of silence in half a megabyte',
      outcome: 'Refused before anybody is asked or billed.',
      tests: [
        recordingsRefused('is refused at once where it says how long it is'),
        recordingsRefused('is found out where it %s, before anybody is asked or billed'),
      ],
      seenToFail:
        'Decoded whatever the length: it was completed. What it says of itself was not looked at: it was not refused with its own sentence.',
    },
    {
      number: 65,
      title: 'Forged durations',
      outcome: 'Billed by what decodes.',
      tests: [
        audioDecoder('%s that claims one second of ten: what decodes is what is there for all'),
        minutesLedger('goes by what decodes, not by what the header claims'),
      ],
      seenToFail: 'The reservation was not corrected: it stayed at what the header claimed.',
    },
    {
      number: 66,
      title: 'Playlists and lists of files as audio',
      outcome: 'Refused; nothing else is opened, nothing is asked for.',
      tests: [
        recordingsRefused('are not taken, whatever they name'),
        recordingsRefused('and where the first look is deceived, the decoder opens nothing either'),
        audioDecoder('nothing of a list is asked for over the network'),
        audioDecoder('%s opens no other file, whatever its name'),
        audioDecoder('would open it with the demuxers that ffmpeg allows by default'),
      ],
      seenToFail:
        'Any demuxer might look at a recording: the list opened the file beside it. Without the first look all of them were accepted. (Behind a long tag ffmpeg does not take a list for one, with or without the bound.)',
    },
    {
      number: 67,
      title: 'The decoder hangs or crashes',
      outcome: 'Killed; failed; the slot is free; nothing is left running.',
      tests: [
        recordingsRefused('a crash fails the call for good, bills nothing, and the next call is served'),
        recordingsRefused('one that hangs is killed with its call; its only slot serves the next call'),
        boundedChild('kills a program that writes nothing for too long; the failure is retryable'),
      ],
      seenToFail:
        'A crash was tried again: the call stayed in progress. A silent decoder was waited for: the test ran out of time.',
    },
    {
      number: 68,
      title: 'Spoken instructions to the judge',
      outcome: 'No score moves; nothing of the prompt comes out.',
      tests: [
        spokenInjection('moves no score, whatever the model makes of it: %s'),
        spokenInjection('gets nothing of the prompt into the results'),
      ],
      seenToFail: 'Appeals to the judge stayed in the transcript: the results were others.',
    },
  ],
};
