import { BackupProblem } from '../backup/manifest.ts';
import { ConfigProblem } from '../config.ts';
import { DatabaseProblem } from '../db/open.ts';
import { CopyProblem } from '../media/copy.ts';

/** A start that could not be finished, in one line for the operator. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

/** Why the start failed, in one line for the operator; only what nobody foresaw comes with its stack. */
export function explain(error: unknown): string {
  const foreseen = [ConfigProblem, DatabaseProblem, StartProblem, CopyProblem, BackupProblem];
  if (foreseen.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message, port, address, path, errcode } = (error ?? {}) as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
    errcode?: number;
  };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop what uses it, or set PORT to another number.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} is not allowed here. Set PORT to a number above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} is not an address of this machine.`;
  if (code !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'].includes(code))
    return `DATA_DIR cannot be written (${path ?? message}). Give this user the right to write there, or set DATA_DIR.`;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return message;
  if (errcode !== undefined) return `The SQLite database in DATA_DIR cannot be used: ${message}.`;
  if (
    code !== undefined &&
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ECONNRESET)$/.test(code)
  )
    return `The database of DATABASE_URL cannot be reached (${code}). Is it running, and is the address right?`;
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code))
    return `The database of DATABASE_URL refused: ${message}.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
