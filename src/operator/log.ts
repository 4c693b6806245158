import type { LogLevel } from '../config.ts';
import { isCorrupt } from '../db/dialect.ts';

export type Log = Record<
  Exclude<LogLevel, 'silent'>,
  (message: string, details?: Record<string, unknown>) => void
> & { request: (answered: Answered) => void };

/** One request that is over: what it was is told by `tell`, the same again and again for answers that are made once. */
export type Answered = { id: string; told: string; ms: number };

/** `path` is `loggable`. */
export const tell = (method: string, path: string, status: number | 'aborted'): string =>
  JSON.stringify({ method, path, status }).slice(1, -1);

const order: LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

const flushMs = 50;
const flushCharacters = 32_000;

/**
 * One JSON object a line; a readable line on a terminal. Lines are written together, a moment later: a write for each
 * would cost more than the answer that it tells of. Warnings and errors are not held back, and neither is the end.
 */
export function createLog(level: LogLevel, out: NodeJS.WriteStream = process.stdout): Log {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting) out.write(waiting);
    waiting = '';
  };
  if (level !== 'silent') process.once('exit', flush);

  const write = (at: LogLevel) => {
    if (order.indexOf(at) < order.indexOf(level)) return () => {};
    const atOnce = at === 'warn' || at === 'error';
    return (message: string, details: Record<string, unknown> = {}) => {
      waiting += out.isTTY
        ? `${now().slice(11, 19)} ${at === 'info' ? '' : `${at.toUpperCase()} `}${message}${readable(details)}\n`
        : `${JSON.stringify({ time: now(), level: at, message, ...details })}\n`;
      if (atOnce) flush();
      else soon();
    };
  };
  const soon = () => {
    if (waiting.length > flushCharacters) flush();
    else timer ??= setTimeout(flush, flushMs).unref();
  };
  const info = write('info');
  // The same line as `info` writes, put together by hand: there is one for every answer.
  const quickly = ({ id, told, ms }: Answered) => {
    waiting += `{"time":"${now()}","level":"info","message":"request","id":"${id}",${told},"ms":${ms}}\n`;
    soon();
  };
  const tells = order.indexOf('info') >= order.indexOf(level);
  return {
    debug: write('debug'),
    info,
    warn: write('warn'),
    error: write('error'),
    request:
      tells && !out.isTTY
        ? quickly
        : ({ id, told, ms }) => info('request', { id, ...JSON.parse(`{${told}}`), ms }),
  };
}

let lastMs = 0;
let lastText = '';

/** Many lines fall into the same millisecond. */
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

/** An error as a log may keep it. */
export const errorDetails = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? {
        error: `${error.name}: ${error.message}`,
        stack: error.stack?.split('\n').slice(1, 8).join(' | '),
        ...(isCorrupt(error) && {
          advice: 'The database is damaged: stop the site and restore the last backup.',
        }),
      }
    : { error: String(error) };

const hasPublicNames = /^\/(?:post|tag|filter|assets|images|card)\/|^\/webapi\/api\/posts\//;

/** A canonical path as the log may show it: a preview link opens its post to anyone who reads it, misspelled or not. */
export const loggable = (path: string): string => (hasPublicNames.test(path) ? path : scrubbed(path));

/** A path without anything as long as the token of a preview link. */
export const scrubbed = (path: string): string => path.replace(/[\w%-]{40,}/g, '…');
