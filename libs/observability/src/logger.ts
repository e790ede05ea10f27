import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { redactFields } from './redact';

export type LogFields = Readonly<Record<string, unknown>>;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** A constant message plus fields, so that lines can be counted and searched. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  child(fields: LogFields): Logger;
}

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  readonly destination?: DestinationStream | undefined;
  /** Fields of the running request; undefined outside of requests. */
  readonly describeRequest?: () => LogFields | undefined;
}

export function createLogger(options: LoggerOptions): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    messageKey: 'message',
  };
  const target = options.destination ? pino(settings, options.destination) : pino(settings);
  return wrap(target, options.describeRequest);
}

function wrap(target: PinoLogger, describeRequest: LoggerOptions['describeRequest']): Logger {
  const write =
    (level: LogLevel) =>
    (message: string, fields?: LogFields): void => {
      if (!target.isLevelEnabled(level)) return;
      const line = fields === undefined ? {} : redactFields(fields);
      target[level]({ ...describeRequest?.(), ...line }, message);
    };
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => wrap(target.child(redactFields(fields)), describeRequest),
  };
}

/** For tests and tools that want no output. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLogger,
};
