/** So long a browser may take to begin: the address of the bytes is then let go. */
const KEPT_MS = 60_000;

/** Gives bytes to the person as a file. They are in the page already, so that no token stands in an address. */
export function saveFile(name: string, type: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}
