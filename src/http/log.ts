import type { LogLevel } from '../config.ts';

export type Log = Record<
  Exclude<LogLevel, 'silent'>,
  (message: string, details?: Record<string, unknown>) => void
>;

const order: LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** One JSON object a line; a readable line on a terminal. */
export function createLog(level: LogLevel, out: NodeJS.WriteStream = process.stdout): Log {
  const write =
    (at: LogLevel) =>
    (message: string, details: Record<string, unknown> = {}) => {
      if (order.indexOf(at) < order.indexOf(level)) return;
      const time = new Date().toISOString();
      out.write(
        out.isTTY
          ? `${time.slice(11, 19)} ${at === 'info' ? '' : `${at.toUpperCase()} `}${message}${readable(details)}\n`
          : `${JSON.stringify({ time, level: at, message, ...details })}\n`,
      );
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

const readable = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('');

/** An error as a log may keep it. */
export const errorDetails = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? { error: `${error.name}: ${error.message}`, stack: error.stack?.split('\n').slice(1, 8).join(' | ') }
    : { error: String(error) };

/** An address as the log may tell it: a preview link opens its post to whoever reads it. */
export const loggable = (path: string): string => path.replace(/(\/previews?\/)[^/?]{20,}/, '$1…');
