import { useRef } from 'preact/hooks';

interface ChooseFilesProps {
  readonly label: string;
  readonly isSecond?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** No kinds of files are named to the browser: telephone systems end names as they like, and the service tells by content. */
export function ChooseFiles({ label, isSecond = false, onFiles }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={isSecond ? 'second' : undefined} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
