import { ConfigProblem } from '../../config.ts';
import * as messages from '../messages/operator.ts';
import { OperatorProblem } from './operator-problem.ts';

/** A start that failed for a known reason, in one line for the operator. */
export class StartProblem extends OperatorProblem {
  override readonly name = 'StartProblem';
}

const notWritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC']);
const badArguments = new Set(['ERR_PARSE_ARGS_UNKNOWN_OPTION', 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE']);
const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ECONNRESET',
]);
const sqlState = /^[0-9A-Z]{5}$/;

/** Why a command failed, in one line for the operator; the stack only for errors of unknown cause. */
export function explainError(error: unknown): string {
  if (error instanceof ConfigProblem || error instanceof OperatorProblem) return error.message;
  const {
    code = '',
    message,
    port,
    address,
    path,
    errcode: sqliteCode,
  } = (error ?? {}) as NodeJS.ErrnoException & { port?: number; address?: string; errcode?: number };
  if (code === 'EADDRINUSE') return messages.portInUse(port);
  if (code === 'EACCES' && port !== undefined) return messages.portNotAllowed(port);
  if (code === 'EADDRNOTAVAIL') return messages.hostNotAvailable(address);
  if (notWritable.has(code)) return messages.dataDirNotWritable(path ?? message);
  if (badArguments.has(code)) return message;
  if (sqliteCode !== undefined) return messages.sqliteUnusable(message);
  if (unreachable.has(code)) return messages.databaseUnreachable(code);
  if (sqlState.test(code)) return messages.databaseRefused(message);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
