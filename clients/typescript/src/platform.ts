import type { Exchange } from './http/messages.js';
import type { Recording } from './upload/recording.js';

/** What the library needs of the place where it runs: Node, or a browser. */
export interface Platform {
  /** Of an environment variable; null where there is none. */
  environment(name: string): string | null;
  /** The address of the service where nobody names one. */
  readonly defaultUrl: string;
  /** Null where the place has one of its own. */
  readonly userAgent: string | null;
  /** @param agent the caller's, or that of an earlier client */
  connect(root: string, agent: object | undefined): { readonly exchange: Exchange; readonly agent: object | undefined };
  /** @throws CallAnalysisError of kind `argument` where it cannot be read */
  fileAt(path: string): Promise<Recording>;
}
