// Tells when something changes in the folder, so that a recording does not wait for the next look at all of it. A help only: some
// file systems tell nothing, and what is missed is found by the next look.
import { type FSWatcher, watch } from 'node:fs';

/** Systems allow each user some thousand; the rest of the folders waits for the next look. */
const MAX_FOLDERS = 1_000;

export class FolderAlarm {
  private readonly watchers = new Map<string, FSWatcher>();
  private isExhausted = false;

  constructor(private readonly onChange: () => void) {}

  /** Watches these folders, and no others any more. */
  follow(folders: readonly string[]): void {
    const wanted = new Set(folders.slice(0, MAX_FOLDERS));
    for (const [folder, watcher] of this.watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.watchers.delete(folder);
    }
    for (const folder of wanted) if (!this.watchers.has(folder) && !this.isExhausted) this.watchOne(folder);
  }

  close(): void {
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }

  private watchOne(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => this.onChange());
      watcher.on('error', () => this.forget(folder, watcher));
      this.watchers.set(folder, watcher);
    } catch {
      // As many as the system allows, or a folder that is gone.
      this.isExhausted = true;
    }
  }

  private forget(folder: string, watcher: FSWatcher): void {
    watcher.close();
    if (this.watchers.get(folder) === watcher) this.watchers.delete(folder);
  }
}
