// The files of a drop, with those of the folders in it.

/** So many entries are looked at: someone may drop a whole disk. */
const MAX_ENTRIES = 2_000;

/** To be called while the event lasts: what it carries is gone afterwards. */
export function filesOf(dropped: DataTransfer): Promise<readonly File[]> {
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return Promise.resolve([...dropped.files]);
  return filesIn(entries);
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const files: File[] = [];
  const waiting = [...entries];
  for (let seen = 0; seen < MAX_ENTRIES; seen += 1) {
    const entry = waiting.shift();
    if (entry === undefined) break;
    if (isFile(entry)) files.push(await fileOf(entry));
    else if (isFolder(entry)) waiting.push(...(await entriesOf(entry)));
  }
  return files;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A browser gives a hundred at a time, and none at the end. Files that begin with a dot are the system's. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  while (all.length < MAX_ENTRIES) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    all.push(...some.filter(({ name }) => !name.startsWith('.')));
  }
  return all;
}
