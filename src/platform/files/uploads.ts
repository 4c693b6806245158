import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import { finished, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { uploadFileBytes, uploadFiles } from '../http/api/limits.ts';
import * as messages from '../messages/owner.ts';
import { MalformedUpload, MissingPart, TooLarge, TooManyFiles, WrongContentType } from './errors.ts';

type Expected = {
  /** Names of the parts with files, at least one of which is required; files in other parts are ignored. */
  files: readonly string[];
  /** Names of the text fields; each is required exactly once. */
  fields: readonly string[];
  fileBytes?: number;
  fileCount?: number;
  /** A form of an app: any fields, each any number of times, of at most so many bytes, and perhaps no file. */
  formBytes?: number;
};

export type ReceivedFile = {
  field: string;
  /** The name that the client sent: for display only, never a path. */
  filename: string;
  path: string;
  size: number;
  sha256: string;
};

/** Its disposal removes the temporary files. */
type Received = AsyncDisposable & {
  fields: Record<string, string>;
  /** All fields of a form in their order. */
  entries: [name: string, value: string][];
  files: ReceivedFile[];
};

const maxFieldBytes = 1_000;
const maxFields = 20;
const maxFormFields = 200;
const maxHeaderBytes = 8_000;
/** For boundaries, headers and fields, in addition to the files. */
const overheadBytes = 1024 * 1024;
/** How much of a refused body is read, so that the client receives the response and not a broken connection. */
const drainBytes = 64 * 1024 * 1024;

/** Streams a multipart body into files in a new folder inside `folder`, and fails as soon as a limit is exceeded. */
export async function receive(
  body: Readable,
  headers: { 'content-type'?: string | undefined },
  folder: string,
  expected: Expected,
): Promise<Received> {
  try {
    const parser = openParser(headers['content-type'] ?? '', expected);
    await mkdir(folder, { recursive: true });
    const own = await mkdtempDisposable(join(folder, 'upload-'));
    try {
      const parts = await readParts(body, parser, own.path, expected);
      return { ...parts, [Symbol.asyncDispose]: own.remove };
    } catch (error) {
      await own.remove();
      throw error;
    }
  } finally {
    drain(body);
  }
}

function openParser(contentType: string, { files, ...limits }: Expected): BusboyInstance {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType))
    throw new WrongContentType(messages.uploadNotMultipart);
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fileSize: limits.fileBytes ?? uploadFileBytes,
        files: limits.fileCount ?? uploadFiles,
        fields: limits.formBytes === undefined ? maxFields : maxFormFields,
        fieldSize: limits.formBytes ?? maxFieldBytes,
        headerSize: maxHeaderBytes,
      },
      isPartAFile: (field, _type, filename) => filename !== undefined || files.includes(field ?? ''),
    });
  } catch (cause) {
    throw new MalformedUpload(messages.uploadLacksBoundary, { cause });
  }
}

async function readParts(body: Readable, parser: BusboyInstance, folder: string, expected: Expected) {
  const { fileBytes = uploadFileBytes, fileCount = uploadFiles } = expected;
  const fields: Record<string, string> = {};
  const entries: [string, string][] = [];
  const saving: Promise<ReceivedFile | undefined>[] = [];
  const stopSaving = new AbortController();
  const { promise: parsed, resolve: finish, reject } = Promise.withResolvers<void>();
  const fail = (error: unknown) => {
    stopSaving.abort(error);
    reject(error);
  };

  parser.on('field', (name, value, _nameCut, cut) => {
    const isForm = expected.formBytes !== undefined;
    if (!isForm && !expected.fields.includes(name)) return;
    if (isForm) entries.push([name, value]);
    if (cut) fail(new MalformedUpload(messages.uploadFieldTooLong(name)));
    if (!isForm && Object.hasOwn(fields, name)) fail(new MalformedUpload(messages.uploadFieldRepeated(name)));
    fields[name] = value;
  });
  parser.on('file', (field, stream, filename) => {
    stream.on('limit', () => fail(new TooLarge(messages.fileTooLarge(Math.floor(fileBytes / 1024 / 1024)))));
    if (!expected.files.includes(field)) {
      stream.on('error', fail).resume();
      return;
    }
    const path = join(folder, randomUUID());
    const save = async () => {
      const saved = await saveTo(path, stream, stopSaving.signal);
      if (!filename && saved.size === 0) return undefined; // an empty file input of a form
      return { field, filename: displayName(filename), path, ...saved };
    };
    saving.push(
      save().catch((error) => {
        fail(error);
        return undefined;
      }),
    );
  });
  parser.on('filesLimit', () => fail(new TooManyFiles(messages.tooManyFiles(fileCount))));
  parser.on('fieldsLimit', () => fail(new MalformedUpload(messages.tooManyUploadFields)));
  parser.on('error', (cause) => fail(new MalformedUpload(messages.uploadIncomplete, { cause })));
  parser.on('finish', finish);

  let seen = 0;
  body.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > fileBytes * fileCount + overheadBytes) fail(new TooLarge(messages.uploadTooLarge));
  });
  finished(body, { writable: false }, (cause) => {
    if (cause) fail(new MalformedUpload(messages.uploadInterrupted, { cause }));
  });

  try {
    body.pipe(parser);
    await parsed;
  } finally {
    body.unpipe(parser);
    await Promise.all(saving);
  }
  stopSaving.signal.throwIfAborted();
  // In the order in which they were sent, not in which they were saved.
  const files = (await Promise.all(saving)).filter((file) => file !== undefined);
  if (expected.formBytes === undefined) requireParts(expected, fields, files);
  return { fields, entries, files };
}

function requireParts(expected: Expected, fields: Record<string, string>, files: ReceivedFile[]): void {
  for (const name of expected.fields) {
    if (!Object.hasOwn(fields, name)) throw new MissingPart(messages.uploadFieldMissing(name));
  }
  if (files.length === 0) {
    throw new MissingPart(messages.uploadFileMissing(expected.files));
  }
}

async function saveTo(path: string, stream: Readable, signal: AbortSignal) {
  const hash = createHash('sha256');
  let size = 0;
  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  const file = createWriteStream(path, { flags: 'wx' });
  try {
    await pipeline(stream, measured, file, { signal });
  } finally {
    // An aborted pipeline does not wait for a file that is being opened; the folder could then not be removed.
    if (!file.closed) await once(file, 'close');
  }
  return { size, sha256: hash.digest('hex') };
}

function displayName(filename: string | undefined): string {
  return (filename ?? '')
    .replace(/\p{Cc}/gu, '')
    .slice(0, 255)
    .toWellFormed();
}

function drain(body: Readable): void {
  let left = drainBytes;
  body.on('error', () => {}); // the response has been sent already
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy();
  });
  body.resume();
}
