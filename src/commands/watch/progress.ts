// What the command tells a person: a line an event.

type Print = (text: string) => void;

const WIDTH = 10;
const MAX_REASON = 1_000;

export class Progress {
  constructor(private readonly print: Print) {}

  line(word: string, text: string): void {
    const time = new Date().toISOString().slice(0, 19).replace('T', ' ');
    this.print(`${time}  ${word.padEnd(WIDTH)} ${shown(text)}\n`);
  }
}

/** Names of files may hold anything: control characters would reach the terminal, and a line feed would forge a line. */
export function shown(text: string): string {
  const cut = text.length > MAX_REASON ? `${text.slice(0, MAX_REASON)}…` : text;
  // C0, DEL and C1, and what turns the direction of text.
  return cut.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}
