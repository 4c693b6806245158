/** SQLite errors carry `errcode`, an extended result code; PostgreSQL and Node errors carry `code`. */
type ErrorCodes = { code?: string; errcode?: number; message?: string } | null | undefined;

export const sqliteCode = (error: unknown): number | undefined => (error as ErrorCodes)?.errcode;

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as ErrorCodes)?.code ?? '');

/** Compares the primary result code, which is the lowest byte of an extended one. */
const isSqlite = (error: unknown, ...primaryCodes: number[]): boolean =>
  primaryCodes.includes((sqliteCode(error) ?? -1) & 0xff);

/** SQLITE_READONLY_DBMOVED, which SQLite itself detects only outside WAL mode. */
export const movedCode = 1032;

/** A flush of the write-ahead log that failed outside of SQLite, with the code that SQLite itself would have given it. */
export function flushFailed(cause: unknown): Error {
  const { message = '', code, errcode = flushCode } = cause as NonNullable<ErrorCodes>;
  return Object.assign(new Error(message, { cause }), { errcode, ...(code === undefined ? {} : { code }) });
}

/** SQLITE_IOERR_FSYNC */
const flushCode = 1034;

/** SQLITE_CONSTRAINT_FOREIGNKEY or foreign_key_violation: a concurrent request deleted the row that this one refers to. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  sqliteCode(error) === 787 || hasCode(error, '23503');

/** PostgreSQL: a named statement has other columns than when it was prepared. The code alone means "not supported". */
export const isStaleResult = (error: unknown): boolean =>
  hasCode(error, '0A000') && (error as { routine?: string }).routine === 'RevalidateCachedQuery';

/** PostgreSQL: the session does not know a statement that was prepared, or knows one that was not. */
export const isStatementLost = (error: unknown): boolean => hasCode(error, '26000', '42P05');

/** No space left for SQLite, for PostgreSQL or for files. */
export const isDiskFull = (error: unknown): boolean =>
  isSqlite(error, 13) || hasCode(error, 'ENOSPC', 'EDQUOT', '53100');

/** The database file is no longer where it was opened. */
export const isDatabaseMoved = (error: unknown): boolean => sqliteCode(error) === movedCode;

/** A disk or a database can be read but not written. */
export const isReadOnly = (error: unknown): boolean => isSqlite(error, 8) || hasCode(error, 'EROFS', '25006');

/** SQLITE_CORRUPT, SQLITE_NOTADB, data_corrupted or index_corrupted. */
export const isCorrupt = (error: unknown): boolean =>
  isSqlite(error, 11, 26) || hasCode(error, 'XX001', 'XX002');

/** SQLITE_BUSY: another process holds the lock. */
export const isBusy = (error: unknown): boolean => isSqlite(error, 5);

/** SQLite: busy, read-only, I/O error, full, cannot open. */
const unavailableSqlite = [5, 8, 10, 13, 14];
/** Connection lost, shutting down, out of resources, read-only, or a timeout of a statement, a lock or a transaction. */
const unavailablePostgres = /^(08|57P0|53|25006|57014|55P03|25P0[34])/;
const unavailableNetwork = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

/** Whether the database cannot be used for now, as opposed to a bug in the query. */
export function isUnavailable(error: unknown): boolean {
  const { code, errcode, message } = (error as ErrorCodes) ?? {};
  if (errcode !== undefined) return isSqlite(error, ...unavailableSqlite);
  if (code !== undefined && (unavailablePostgres.test(code) || unavailableNetwork.has(code))) return true;
  return /Connection terminated|not queryable|timeout exceeded when trying to connect|^timeout expired$/.test(
    message ?? '',
  );
}

/** Whether no server answered a new connection, as opposed to one that answered and refused it. */
export function isUnreachable(error: unknown): boolean {
  const code = (error as ErrorCodes)?.code;
  return isUnavailable(error) && !(code !== undefined && /^(53|25006)/.test(code));
}
