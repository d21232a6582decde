import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { filesOf } from './dropped-files.js';

interface DropAreaProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Description of what a drop does, shown while files are dragged over the page. */
  readonly children: ComponentChildren;
}

/** Makes the whole page accept files: a browser would open a file that is dropped beside a smaller area. */
export function DropArea({ onFiles, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    // Only when leaving the window, the event has no related target.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      void filesOf(event.dataTransfer).then((files) => latest.current(files));
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return isOver ? <div class="drop-over">{children}</div> : null;
}
