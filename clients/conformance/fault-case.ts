// The form of `faults.json`: what the server plays, the call, and what must come out.

/** What the server does with one request. `times`: for that many requests in a row (1 unless given). */
export type Step = { readonly times?: number } & (
  | OrdinaryStep
  /** Refuses as the service does. The body is the example of the document unless `body` or `text` is given. A header that is null
   *  is left out. `early`: answers before the body is read and closes the connection: `linger` as the service does, after a
   *  second in which it reads nothing; `abrupt` at once. */
  | {
      readonly do: 'refuse';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string | null>>;
      readonly body?: unknown;
      readonly text?: string;
      readonly type?: string;
      readonly early?: 'linger' | 'abrupt';
    }
  /** Resets the connection after this share of the body. */
  | { readonly do: 'cut_upload'; readonly at: number }
  /** Does what was asked, and resets the connection before the answer. */
  | { readonly do: 'cut_before_answer' }
  /** Sends this share of the ordinary answer, and resets the connection. */
  | { readonly do: 'cut_answer'; readonly at: number }
  /** Reads the request and never answers. */
  | { readonly do: 'silence' }
  /** Redirects to the same path on another host. */
  | { readonly do: 'redirect'; readonly status: number }
  /** Answers with no content. */
  | { readonly do: 'nothing' }
  /** A stream of events. Chunks: text as it is; `@progress`, `@completed`, `@failed` for the events of the document; a number of
   *  milliseconds to wait; `cut` resets the connection, `hold` keeps it open in silence. `split`: bytes a write. */
  | { readonly do: 'events'; readonly chunks: readonly (string | number)[]; readonly split?: number }
);

/** The answer that the document shows. */
export interface OrdinaryStep {
  readonly do: 'ok';
  readonly times?: number;
  /** The name of the example. */
  readonly example?: string;
  /** One of several statuses of success; the one that says something was made unless given. */
  readonly status?: number;
  /** Members to change, by path. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Members to change to numbers in a form that JSON.stringify never writes, such as `6e1`. */
  readonly raw?: Readonly<Record<string, string>>;
  /** Reads the body slowly: waits this long after each 64 KiB. */
  readonly slow_read_ms?: number;
  /** Counts the bytes of the body, and does not look into it. */
  readonly skim?: boolean;
  /** Closes the connection after the answer, without having said so. */
  readonly close_after?: boolean;
  /** Drips the answer: waits this long after each of twenty parts. */
  readonly drip_ms?: number;
}

export interface Expected {
  /** Members that the result must have; nulls may be left out. `{"$length": 3}` counts an array. `{"$is": …}` is exact. */
  readonly result?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
  /** Requests by operation, or of all operations. */
  readonly attempts?: number | Readonly<Record<string, number>>;
  /** In place of `attempts` after a short time-out, which on a slow machine ends more requests than the one without an answer. */
  readonly at_least?: Readonly<Record<string, number>>;
  /** Connections that were opened, also those whose handshake failed. */
  readonly connections?: number;
  /** Analyses that the server has made. */
  readonly analyses?: number;
  /** The least milliseconds from each answer to the next request. */
  readonly waits_ms?: readonly number[];
  /** The most milliseconds that the whole call may take: generous, machines are slow. */
  readonly max_ms?: number;
  /** The progress ends with all bytes of the recording. */
  readonly progress?: boolean;
  /** Headers that a request of this place in the row must have. */
  readonly headers?: readonly Readonly<Record<string, string | null>>[];
  /** The path of the first request. */
  readonly first_path?: string;
  /** Members that the JSON of every POST must have. */
  readonly json?: unknown;
  /** Parameters that the query of every request must have. */
  readonly query?: Readonly<Record<string, string>>;
}

export interface FaultCase {
  readonly name: string;
  readonly call: string;
  /** `file` and `stream` name a number of bytes here; the runner makes the file. */
  readonly args?: Readonly<Record<string, unknown>>;
  readonly client?: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Steps by operation, e.g. `POST /analysis`. After the last one the server does what is ordinary. */
  readonly server?: Readonly<Record<string, readonly Step[]>>;
  /** The number of items that each list of the server has. */
  readonly items?: number;
  /** The server speaks TLS, with a certificate that signs itself. */
  readonly tls?: boolean;
  /** No server listens at all. */
  readonly refused?: boolean;
  readonly expect: Expected;
}
