// A POST that makes something, and who sends it.

/** One POST with an effect that must happen once, however often the client sends the request. */
export interface PostScenario {
  /** As the OpenAPI document spells it. */
  readonly route: string;
  readonly path: string;
  readonly body: object | null;
  /** Besides those of a body and of the caller. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly credential?: string;
  readonly status: number;
  readonly countEffects: () => Promise<number>;
}

export interface Owner {
  readonly accountId: string;
  readonly credential: string;
}
