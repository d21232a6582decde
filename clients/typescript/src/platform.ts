import type { Exchange } from './http/messages.js';
import type { FileAt } from './upload/recording.js';

/** What the library needs of the place where it runs: Node, or a browser. */
export interface Platform {
  /** Of an environment variable; null where there is none. */
  environment(name: string): string | null;
  /** The address of the service where none is named. */
  readonly defaultUrl: string;
  /** Null where the place has one of its own. */
  readonly userAgent: string | null;
  /** @param agent the caller's, or that of an earlier client */
  connect(root: string, agent: object | undefined): { readonly exchange: Exchange; readonly agent: object | undefined };
  readonly fileAt: FileAt;
}
