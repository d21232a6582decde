import { ChooseFiles } from '../../../parts/files/choose-files.tsx';
import { DropArea } from '../../../parts/files/drop-area.tsx';
import { number, t, tn } from '../../../texts/texts.js';
import { TextArea } from '../choices.tsx';
import { isUnreadable, type Lines, MAX_PIECES, type Unreadable } from './lines-of-text.js';

export interface LinesText {
  readonly text: string;
  /** Null for pasted text. */
  readonly fileName: string | null;
  readonly isUndecodable: boolean;
}

interface LinesFieldProps {
  readonly lines: LinesText;
  readonly read: Lines | Unreadable;
  /** Number of batches that the lines make. */
  readonly pieces: number;
  readonly onLines: (lines: LinesText) => void;
}

/** Limit above which a field of the browser becomes slow. */
const MAX_SHOWN_CHARACTERS = 200_000;
const SHOWN_COLUMNS = 12;

/** Field for a dropped or chosen file, or pasted text; the text can be edited in place. */
export function LinesField({ lines, read, pieces, onLines }: LinesFieldProps) {
  const { text, fileName, isUndecodable } = lines;
  const take = ([file]: readonly File[]) => {
    if (file)
      void textOf(file).then((decoded) =>
        onLines({ text: decoded ?? '', fileName: file.name, isUndecodable: decoded === null }),
      );
  };
  return (
    <div class="lines-field">
      <div class="acts">
        <ChooseFiles label={t(fileName === null ? 'batches.choose' : 'batches.another')} isSecond onFiles={take} />
        {fileName !== null && <span dir="auto">{t('batches.file', { name: fileName })}</span>}
      </div>
      <DropArea onFiles={take}>{t('batches.choose')}</DropArea>
      {text.length <= MAX_SHOWN_CHARACTERS ? (
        <TextArea
          label={t('batches.paste')}
          say={t('batches.paste.say')}
          name="lines"
          rows={8}
          value={text}
          onValue={(next) => onLines({ text: next, fileName, isUndecodable: false })}
        />
      ) : (
        <p class="soft">{t('batches.file.large')}</p>
      )}
      <p role="status">
        {isUndecodable ? (
          <span class="fault">{t('batches.fault.encoding')}</span>
        ) : (
          <Read read={read} pieces={pieces} isBegun={text !== ''} />
        )}
      </p>
    </div>
  );
}

interface ReadProps {
  readonly read: Lines | Unreadable;
  readonly pieces: number;
  readonly isBegun: boolean;
}

/** Summary of the lines, or the reason why they cannot be sent. */
function Read({ read, pieces, isBegun }: ReadProps) {
  if (!isBegun) return null;
  if (isUnreadable(read)) return <span class="fault">{t(`batches.fault.${read.fault}`, { ...read })}</span>;
  if (pieces > MAX_PIECES) return <span class="fault">{t('batches.fault.many')}</span>;
  const shown = read.columns.slice(0, SHOWN_COLUMNS).join(', ');
  const columns = read.columns.length > SHOWN_COLUMNS ? `${shown} …` : shown;
  return (
    <>
      {tn('batches.lines', read.items.length)}: <span dir="auto">{t(`batches.read.${read.format}`, { columns })}</span>{' '}
      {pieces > 1 && t('batches.pieces', { n: number(pieces) })}
    </>
  );
}

/** @returns null for a file that is no text in UTF-8, or in UTF-16 with a byte-order mark */
async function textOf(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
