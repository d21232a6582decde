import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  readonly title: string;
  /** The button that does it, and the one that does not. */
  readonly act: string;
  readonly keep: string;
  readonly isBusy: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks before something is done that cannot be undone. */
export const Question = ({ title, act, keep, isBusy, onAct, onClose, children }: QuestionProps) => (
  <Dialog title={title} onClose={onClose}>
    {children}
    <div class="dialog-acts">
      <button type="button" disabled={isBusy} onClick={onAct}>
        {act}
      </button>
      <button type="button" class="second" onClick={onClose}>
        {keep}
      </button>
    </div>
  </Dialog>
);
