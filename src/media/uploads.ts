import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { uploadFileBytes, uploadFiles } from '../contract/limits.ts';
import { MalformedUpload, MissingPart, TooLarge, TooManyFiles, WrongContentType } from './errors.ts';

export interface Expected {
  /** Names of the parts that carry files, of which at least one has to come; files in other parts are passed over. */
  files: readonly string[];
  /** Names of the text fields; each has to come, once. */
  fields: readonly string[];
  fileBytes?: number;
  fileCount?: number;
}

export interface ReceivedFile {
  field: string;
  /** As the sender calls it: to show, never to open. */
  filename: string;
  path: string;
  size: number;
  sha256: string;
}

export interface Received {
  fields: Record<string, string>;
  files: ReceivedFile[];
  /** Removes the temporary files. */
  dispose(): Promise<void>;
}

const FIELD_BYTES = 1_000;
const FIELD_COUNT = 20;
const HEADER_BYTES = 8_000;
/** What boundaries, headers and fields may add to the files. */
const BESIDES_FILES = 1024 * 1024;
/** How much of a refused body is still read, so that the sender sees the answer and not a broken connection. */
const DRAIN_BYTES = 64 * 1024 * 1024;

/** Streams a multipart body into files in a new folder below `folder` and refuses as soon as a limit is passed. */
export async function receive(
  body: Readable,
  headers: { 'content-type'?: string | undefined },
  folder: string,
  expected: Expected,
): Promise<Received> {
  try {
    const parser = openParser(headers['content-type'] ?? '', expected);
    await mkdir(folder, { recursive: true });
    const own = await mkdtemp(join(folder, 'upload-'));
    const dispose = () => rm(own, { recursive: true, force: true });
    try {
      return { ...(await readParts(body, parser, own, expected)), dispose };
    } catch (error) {
      await dispose();
      throw error;
    }
  } finally {
    drain(body);
  }
}

function openParser(contentType: string, { files, ...limits }: Expected): BusboyInstance {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new WrongContentType('Send pictures as multipart/form-data.');
  }
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fileSize: limits.fileBytes ?? uploadFileBytes,
        files: limits.fileCount ?? uploadFiles,
        fields: FIELD_COUNT,
        fieldSize: FIELD_BYTES,
        headerSize: HEADER_BYTES,
      },
      isPartAFile: (field, _type, filename) => filename !== undefined || files.includes(field ?? ''),
    });
  } catch (cause) {
    throw new MalformedUpload('The content type of the upload lacks its boundary.', { cause });
  }
}

async function readParts(body: Readable, parser: BusboyInstance, folder: string, expected: Expected) {
  const { fileBytes = uploadFileBytes, fileCount = uploadFiles } = expected;
  const fields: Record<string, string> = {};
  const saving: Promise<ReceivedFile | undefined>[] = [];
  const stopSaving = new AbortController();
  const { promise: parsed, resolve: finish, reject } = Promise.withResolvers<void>();
  const fail = (error: unknown) => {
    stopSaving.abort(error);
    reject(error);
  };

  parser.on('field', (name, value, _nameCut, cut) => {
    if (!expected.fields.includes(name)) return;
    if (cut) fail(new MalformedUpload(`The field ${name} is too long.`));
    if (Object.hasOwn(fields, name)) fail(new MalformedUpload(`The field ${name} came more than once.`));
    fields[name] = value;
  });
  parser.on('file', (field, stream, filename) => {
    stream.on('limit', () => fail(new TooLarge(`A file is larger than ${inWords(fileBytes)}.`)));
    if (!expected.files.includes(field)) {
      stream.on('error', fail).resume();
      return;
    }
    const path = join(folder, randomUUID());
    const save = async () => {
      const saved = await saveTo(path, stream, stopSaving.signal);
      if (!filename && saved.size === 0) return undefined; // a form sends this for an input left empty
      return { field, filename: presentable(filename), path, ...saved };
    };
    saving.push(
      save().catch((error) => {
        fail(error);
        return undefined;
      }),
    );
  });
  parser.on('filesLimit', () => fail(new TooManyFiles(`At most ${fileCount} files can be sent at once.`)));
  parser.on('fieldsLimit', () => fail(new MalformedUpload('The upload has too many fields.')));
  parser.on('error', (cause) => fail(new MalformedUpload('The upload is incomplete.', { cause })));
  parser.on('finish', finish);

  let seen = 0;
  body.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > fileBytes * fileCount + BESIDES_FILES) fail(new TooLarge('The upload is too large.'));
  });
  finished(body, { writable: false }, (cause) => {
    if (cause) fail(new MalformedUpload('The upload broke off.', { cause }));
  });

  try {
    body.pipe(parser);
    await parsed;
  } finally {
    body.unpipe(parser);
    await Promise.all(saving);
  }
  stopSaving.signal.throwIfAborted();
  // In the order in which they came, not in that in which they were saved.
  const files = (await Promise.all(saving)).filter((file) => file !== undefined);
  requireParts(expected, fields, files);
  return { fields, files };
}

function requireParts(expected: Expected, fields: Record<string, string>, files: ReceivedFile[]): void {
  for (const name of expected.fields) {
    if (!Object.hasOwn(fields, name)) throw new MissingPart(`The upload lacks the field ${name}.`);
  }
  if (files.length === 0) {
    throw new MissingPart(`The upload has no file in the field ${expected.files.join(' or ')}.`);
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
  await pipeline(stream, measured, createWriteStream(path, { flags: 'wx' }), { signal });
  return { size, sha256: hash.digest('hex') };
}

function presentable(filename: string | undefined): string {
  return (filename ?? '')
    .replace(/\p{Cc}/gu, '')
    .slice(0, 255)
    .toWellFormed();
}

function inWords(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`;
}

function drain(body: Readable): void {
  let left = DRAIN_BYTES;
  body.on('error', () => {}); // whatever breaks now has been answered already
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy();
  });
  body.resume();
}
