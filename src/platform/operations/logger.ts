// Structured logs. What must never be written (credentials, signed addresses, what was said) is taken out here as well.
import { type LoggerService } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';
import { PinoPretty } from 'pino-pretty';
import { Config } from '../config/config.js';
import { currentRequestId } from './request-context.js';
import type { ServedRequest } from './served-request.js';
import { answeredStatus, routeOf } from './served-request.js';

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

/** Credentials as they look in running text, for messages that were not written with a log in mind. */
const SECRET_TEXT =
  /\b(sk_(?:live|test)_)\w+|\b(whsec_)[\w+/=]+|\b(Bearer )[\w.~+/-]+=*|\b(eyJ)[\w-]+\.[\w-]+\.[\w-]+|([?&](?:token|signature|sig|X-Amz-[A-Za-z-]+)=)[^&\s"\\]+|(:\/\/[^\s:@/"]*:)[^\s@/"]+(?=@)/g;

export const withoutSecrets = (text: string): string =>
  text.replace(SECRET_TEXT, (_, ...groups: unknown[]) => {
    const kept = groups.slice(0, 6).find((group) => typeof group === 'string');
    return `${typeof kept === 'string' ? kept : ''}[redacted]`;
  });

/**
 * What may be told of an error. Its other members stay out: those of a failed statement hold the statement's values,
 * and those of a failed Redis command the whole command.
 */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const LONGEST_CAUSE_CHAIN = 5;

export function loggedError(error: unknown, depth = 0): LoggedError | undefined {
  if (!(error instanceof Error) || depth > LONGEST_CAUSE_CHAIN) return undefined;
  const cause = loggedError(error.cause, depth + 1);
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(cause && { cause }),
  };
}

/** @param destination where lines go; standard output when left out */
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
    hooks: { streamWrite: withoutSecrets },
  };
  if (log.pretty && !destination) return pino(options, PinoPretty({ colorize: true, ignore: 'pid,hostname' }));
  return destination ? pino(options, destination) : pino(options);
}

/** Nest's own log lines, and those of `new Logger('Name')`, in the same stream and shape. */
export class PinoLoggerService implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
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
   * Nest passes (message, …more, context); an error may have its stack between. Our own lines are an object of members
   * and then the sentence, as pino has it.
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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Unknown once the connection is taken away: an answer may be finished after its asker has left, and is logged all the same. */
function addressOf(request: ServedRequest): string | undefined {
  const socket: ServedRequest['socket'] | null = request.socket;
  return socket === null ? undefined : request.ip;
}

/** Probes and scrapers come every few seconds and would be most of the log. */
const UNLOGGED = /^\/(health\/|metrics$)/;

/**
 * One line a request, with the route's pattern instead of its address: addresses can carry tokens. By hand, because a
 * logger for each request, as the usual middleware makes it, took a tenth of what a short request costs.
 */
export function httpLog(logger: Logger) {
  // What these lines hold is chosen below, member by member: nothing to look for in each of them.
  const lines = logger.child({}, { redact: [] });
  return (request: ServedRequest, response: Response, next: NextFunction): void => {
    if (!UNLOGGED.test(request.path)) {
      const startedAt = performance.now();
      response.once('close', () => {
        const status = answeredStatus(response);
        const route = routeOf(request);
        const line = {
          request_id: request.requestId,
          method: request.method,
          route,
          ids: Object.values(request.params ?? {}).filter((param) => typeof param === 'string' && UUID.test(param)),
          status,
          duration_ms: Math.round(performance.now() - startedAt),
          account_id: request.caller?.accountId,
          address: addressOf(request),
          user_agent: request.headers['user-agent']?.slice(0, 200),
        };
        lines[status >= 500 ? 'error' : 'info'](line, `${request.method} ${route} ${status}`);
      });
    }
    next();
  };
}
