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
      title: 'Other files under an audio name, and audio under another name',
      outcome: 'The content decides, not the name.',
      tests: [
        audioFormat('$name is recognised under a false name and type'),
        audioFormat('%s is no accepted format'),
        recordingsRefused('%s is not taken'),
      ],
      seenToFail: 'The name decided: a text file was accepted.',
    },
    {
      number: 61,
      title: 'Files that are valid in two formats (polyglots)',
      outcome: 'The file is refused, or it is accepted as audio and served only as audio.',
      tests: [
        recordingsRefused('mp3 behind the beginning of %s is not taken'),
        recordingsRefused('a wav with an archive and a page behind it is a wav, and is handed out as nothing else'),
      ],
      seenToFail: 'The format check looked for MPEG frames behind any beginning: the file was accepted.',
    },
    {
      number: 62,
      title: 'Truncated and corrupt files',
      outcome:
        'The upload gets 400, or the analysis fails with a plain reason. Only the part that can be decoded is billed.',
      tests: [audioDecoder('%s: one plain sentence, final'), whatCanGoWrong('fails %s without asking the provider')],
      seenToFail: 'A decoding error was retried: the failure was reported as temporary.',
    },
    {
      number: 63,
      title: 'Files of zero bytes, with only a header, without sound, with unusual channel layouts',
      outcome: 'The file is refused, or its analysis fails, or it is decoded. It is not retried again and again.',
      tests: [
        recordingsRefused('zero bytes are refused'),
        recordingsRefused('a header alone fails and is not billed'),
        recordingsRefused('a film without sound fails and is not billed'),
        recordingsRefused('768,000 samples a second are heard'),
        recordingsRefused('a hundred channels: decoded, or failed and not billed'),
      ],
      seenToFail:
        'A decoding error was retried: the call stayed in progress. (Two checks end a call of which nothing could be decoded: with the second one removed, the test still passed.)',
    },
    {
      number: 64,
      title: 'A day of silence in half a megabyte',
      outcome: 'The file is refused before any provider is asked and before anything is billed.',
      tests: [
        recordingsRefused('is refused at once where it says how long it is'),
        recordingsRefused('is found where it %s, before the provider is asked or anything is billed'),
      ],
      seenToFail:
        'Recordings were decoded whatever their length: the call was completed. The length that the file states was not checked: the file was not refused with the sentence for that case.',
    },
    {
      number: 65,
      title: 'Forged durations',
      outcome: 'The client is billed for what can be decoded.',
      tests: [
        audioDecoder('%s that claims one second of ten: what decodes is what is there for all'),
        minutesLedger('goes by what decodes, not by what the header claims'),
      ],
      seenToFail:
        'The reservation was not corrected after decoding: it stayed at the duration that the header claimed.',
    },
    {
      number: 66,
      title: 'Playlists and lists of files, uploaded as audio',
      outcome: 'They are refused. The decoder opens no other file and sends no request.',
      tests: [
        recordingsRefused('are not taken, whatever they name'),
        recordingsRefused('and the decoder opens nothing when they pass the check of the format'),
        audioDecoder('nothing of a list is asked for over the network'),
        audioDecoder('%s opens no other file, whatever its name'),
        audioDecoder('would open it with the demuxers that ffmpeg allows by default'),
      ],
      seenToFail:
        'ffmpeg was allowed all its demuxers: the list opened the file next to it. The format check before decoding was removed: all lists were accepted. (A list behind a long tag is not recognised as a list by ffmpeg, with or without the restriction of the demuxers.)',
    },
    {
      number: 67,
      title: 'The decoder hangs or crashes',
      outcome: 'It is killed, and the call fails. Its slot is free again. No process stays behind.',
      tests: [
        recordingsRefused('a crash fails the call for good, bills nothing, and the next call is served'),
        recordingsRefused('one that hangs is killed with its call; its only slot serves the next call'),
        boundedChild('kills a program that writes nothing for too long; the failure is retryable'),
      ],
      seenToFail:
        'A crash was retried: the call stayed in progress. The service waited for a decoder that gave no output: the test timed out.',
    },
    {
      number: 68,
      title: 'A speaker gives instructions to the model that judges the call (prompt injection)',
      outcome: 'No score changes. No part of the prompt appears in the results.',
      tests: [
        spokenInjection('moves no score, whatever the model makes of it: %s'),
        spokenInjection('gets nothing of the prompt into the results'),
      ],
      seenToFail: 'Spoken instructions to the model stayed in the transcript: the results changed.',
    },
  ],
};
