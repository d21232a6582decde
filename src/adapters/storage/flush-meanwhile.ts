// Flushes a file while more of it arrives: the disk would otherwise be idle until the last byte, and the flush at the end would
// have all of them to write.
import fs from 'node:fs';

/**
 * For the option `fs` of one write stream that has the option `flush`.
 * @param everyBytes what is written before the next flush begins. One flush runs at a time
 */
export function flushMeanwhile(everyBytes: number): typeof fs {
  let newBytes = 0;
  let isFlushing = false;
  let failure: Error | null = null;
  let onIdle: (() => void) | null = null;

  const flush = (fd: number) => {
    newBytes = 0;
    isFlushing = true;
    fs.fdatasync(fd, (error) => {
      isFlushing = false;
      failure ??= error;
      onIdle?.();
    });
  };
  /** @param done the callback of a write */
  const counted =
    <Written>(fd: number, done: (error: NodeJS.ErrnoException | null, bytes: number, written: Written) => void) =>
    (error: NodeJS.ErrnoException | null, bytes: number, written: Written) => {
      if (!error) newBytes += bytes;
      if (newBytes >= everyBytes && !isFlushing) flush(fd);
      done(error, bytes, written);
    };
  const write = (fd: number, bytes: Buffer, offset: number, length: number, at: number | null, done: WriteDone) =>
    fs.write(fd, bytes, offset, length, at, counted(fd, done));
  const writev = (fd: number, chunks: Buffer[], at: number | null, done: WritevDone) =>
    fs.writev(fd, chunks, at, counted(fd, done));
  /**
   * The last flush, before the file is closed. The kernel reports a failed write to one flush only, so an earlier failure
   * counts.
   */
  const fsync = (fd: number, done: fs.NoParamCallback) => {
    onIdle = () => (failure ? done(failure) : fs.fsync(fd, done));
    if (!isFlushing) onIdle();
  };
  return {
    ...fs,
    write: write as typeof fs.write,
    writev: writev as typeof fs.writev,
    fsync: fsync as typeof fs.fsync,
  };
}

type WriteDone = (error: NodeJS.ErrnoException | null, bytes: number, written: Buffer) => void;
type WritevDone = (error: NodeJS.ErrnoException | null, bytes: number, written: NodeJS.ArrayBufferView[]) => void;
