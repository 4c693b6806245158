import type { LogLevel } from '../../config.ts';
import { isCorrupt } from '../db/database-errors.ts';
import { restoreCorruptDatabase } from '../messages/operator.ts';

export type Log = Record<
  Exclude<LogLevel, 'silent'>,
  (message: string, details?: Record<string, unknown>) => void
> & { request: (completed: CompletedRequest) => void };

/** `logFields` comes from `requestLogFields`, which cached responses call only once. */
type CompletedRequest = { id: string; logFields: string; ms: number };

/** `path` must have gone through `redactPath` or `redactTokens`. */
export const requestLogFields = (method: string, path: string, status: number | 'aborted'): string =>
  JSON.stringify({ method, path, status }).slice(1, -1);

const levels: LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

const flushMs = 50;
const flushLength = 32_000;

/**
 * One JSON object per line, or a readable line on a terminal. Lines are buffered for a moment, because a write for each
 * would cost more than sending a cached page. Warnings and errors are written at once, and the rest when the process exits.
 */
export function createLog(level: LogLevel, out: NodeJS.WriteStream = process.stdout): Log {
  let buffer = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (buffer) out.write(buffer);
    buffer = '';
  };
  const flushSoon = () => {
    if (buffer.length > flushLength) flush();
    else timer ??= setTimeout(flush, flushMs).unref();
  };
  if (level !== 'silent') process.once('exit', flush);

  const isLogged = (at: LogLevel) => levels.indexOf(at) >= levels.indexOf(level);
  const write = (at: LogLevel) => {
    if (!isLogged(at)) return () => {};
    const isUrgent = at === 'warn' || at === 'error';
    return (message: string, details: Record<string, unknown> = {}) => {
      buffer += out.isTTY
        ? `${now().slice(11, 19)} ${at === 'info' ? '' : `${at.toUpperCase()} `}${message}${readable(details)}\n`
        : `${JSON.stringify({ time: now(), level: at, message, ...details })}\n`;
      if (isUrgent) flush();
      else flushSoon();
    };
  };
  const info = write('info');
  // The same line as `info` writes, without JSON.stringify, because there is one for every request.
  const writeRequest = ({ id, logFields, ms }: CompletedRequest) => {
    buffer += `{"time":"${now()}","level":"info","message":"request","id":"${id}",${logFields},"ms":${ms}}\n`;
    flushSoon();
  };
  return {
    debug: write('debug'),
    info,
    warn: write('warn'),
    error: write('error'),
    request:
      isLogged('info') && !out.isTTY
        ? writeRequest
        : ({ id, logFields, ms }) => info('request', { id, ...JSON.parse(`{${logFields}}`), ms }),
  };
}

let lastMs = 0;
let lastText = '';

/** Formatted once per millisecond, in which many lines can be logged. */
function now(): string {
  const ms = Date.now();
  if (ms !== lastMs) {
    lastMs = ms;
    lastText = new Date(ms).toISOString();
  }
  return lastText;
}

const readable = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('');

export const errorDetails = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? {
        error: `${error.name}: ${error.message}`,
        stack: error.stack?.split('\n').slice(1, 8).join(' | '),
        ...(isCorrupt(error) && { advice: restoreCorruptDatabase }),
      }
    : { error: String(error) };

const hasPublicNames = /^\/(?:post|tag|filter|assets|images|card)\/|^\/webapi\/api\/posts\//;

/** A canonical path without secrets: anyone who has a preview link can open its post, even if the path is misspelled. */
export const redactPath = (path: string): string => (hasPublicNames.test(path) ? path : redactTokens(path));

/** Removes everything below a claim link, however it is misspelled, and everything as long as the token of a preview link. */
export const redactTokens = (path: string): string =>
  path.replace(/(^|\/)(claim)\/.*/is, '$1$2/…').replace(/[\w%-]{40,}/g, '…');
