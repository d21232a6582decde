// Structured logs as JSON lines. Callers must not log credentials, signed addresses or words of a call; as a second line of
// defence the logger redacts known members and anything in the text that looks like a credential.
import { createRequire } from 'node:module';
import { type LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { Config } from '../config/config.js';
import { currentRequestId } from './request-context.js';

const SECRET_MEMBERS = [
  'authorization',
  'cookie',
  'password',
  'current_password',
  'new_password',
  'token',
  'access_token',
  'refresh_token',
  'key',
  'apiKey',
  'api_key',
  'secret',
  'audio_url',
  'signature',
];

/** Credentials as they look inside text: error messages of libraries can contain them. */
const SECRET_TEXT =
  /\b(sk_(?:live|test)_)\w+|\b(whsec_)[\w+/=]+|\b(Bearer )[\w.~+/-]+=*|\b(eyJ)[\w-]+\.[\w-]+\.[\w-]+|([?&](?:token|signature|sig|X-Amz-[A-Za-z-]+)=)[^&\s"\\]+|(:\/\/[^\s:@/"]*:)[^\s@/"]+(?=@)/g;

export const withoutSecrets = (text: string): string =>
  text.replace(SECRET_TEXT, (_, ...groups: unknown[]) => {
    const kept = groups.slice(0, 6).find((group) => typeof group === 'string');
    return `${typeof kept === 'string' ? kept : ''}[redacted]`;
  });

/**
 * The members of an error that may be logged. An error of a failed SQL statement also holds the statement's values, and one
 * of a failed Redis command the whole command; those must not be logged.
 */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const MAX_CAUSE_DEPTH = 5;

export function loggedError(error: unknown, depth = 0): LoggedError | undefined {
  if (!(error instanceof Error) || depth > MAX_CAUSE_DEPTH) return undefined;
  const cause = loggedError(error.cause, depth + 1);
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(cause && { cause }),
  };
}

const SNAKE_CASE = /^[a-z0-9_]+$/;

/** The code names members as it names its variables; a line of the log has one name for each, as the API has. */
function inSnakeCase(members: Record<string, unknown>): Record<string, unknown> {
  if (Object.keys(members).every((name) => SNAKE_CASE.test(name))) return members;
  const named = ([name, value]: [string, unknown]) => [name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value];
  return Object.fromEntries(Object.entries(members).map(named));
}

/** @param destination receives the lines; standard output when left out */
export function createLogger(log: Config['log'], destination?: DestinationStream): Logger {
  const options = {
    level: log.level,
    base: null,
    redact: {
      paths: [...SECRET_MEMBERS, ...SECRET_MEMBERS.map((name) => `*.${name}`), '*["x-api-key"]', '["x-api-key"]'],
      censor: '[redacted]',
    },
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === null ? {} : { request_id: requestId };
    },
    serializers: { err: (error: unknown) => loggedError(error) ?? { type: typeof error } },
    formatters: { log: inSnakeCase },
    hooks: { streamWrite: withoutSecrets },
  };
  if (log.pretty && !destination) {
    // Loaded here, because only a person at a terminal needs it.
    const { PinoPretty }: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty');
    return pino(options, PinoPretty({ colorize: true, ignore: 'pid,hostname' }));
  }
  return destination ? pino(options, destination) : pino(options);
}

/** Nest logs each module and route at start: some ninety lines that say nothing to an operator. */
const FRAMEWORK_CONTEXTS = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/** Writes Nest's own log lines, and those of `new Logger('Name')`, to the same stream in the same shape. */
export class PinoLoggerService implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    const isFramework = typeof message === 'string' && FRAMEWORK_CONTEXTS.has(String(rest.at(-1)));
    this.write(isFramework ? 'debug' : 'info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /**
   * Nest passes (message, …more, context), where an error's stack may stand before the context. Our own calls pass an object
   * of members and then the sentence, which is pino's order.
   */
  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const texts = rest.filter((part) => typeof part === 'string').filter((part) => !part.includes('\n'));
    const context = texts.at(-1);
    const err = [message, ...rest].find((part) => part instanceof Error);
    const stack = rest.find((part) => typeof part === 'string' && part.includes('\n'));
    const about = {
      ...(context !== undefined && { context }),
      ...(err !== undefined && { err }),
      ...(err === undefined && stack !== undefined && { stack }),
    };
    if (message instanceof Error) this.logger[level](about, message.message);
    else if (typeof message === 'string') this.logger[level](about, message);
    else if (typeof message === 'object') this.logger[level]({ ...about, ...message }, texts.slice(0, -1).join(' '));
    else this.logger[level]({ ...about, details: message });
  }
}
