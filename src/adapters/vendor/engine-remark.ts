// What an engine's check tells the operator.

/** `warn`: calls may fail. `info`: the server does not say, so that nothing more is looked at. */
export type RemarkLevel = 'warn' | 'info';

export interface EngineRemark {
  readonly level: RemarkLevel;
  readonly sentence: string;
}

/** Default level: `warn`. */
export type TellOperator = (sentence: string, level?: RemarkLevel) => void;
