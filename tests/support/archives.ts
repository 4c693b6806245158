import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { ZipFile } from 'yazl';

export type Part = { path: string; content: string | Buffer; compress?: boolean };

/** A zip archive as other programs make it. */
export function archive(parts: readonly Part[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { path, content, compress = true } of parts)
    zip.addBuffer(Buffer.from(content), path, { compress });
  zip.end();
  return buffer(zip.outputStream);
}

/** An entry of which each field can be wrong. */
export type RawEntry = {
  name: Buffer;
  content: string;
  flags?: number;
  method?: number;
  mode?: number;
  /** Of the local header, instead of the true one. */
  offset?: number;
};

/** A zip archive written by hand, for what zip programs refuse to write. With more than 65,535 entries it is a zip64. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, flags = 0, method = 0, mode = 0, offset } of entries) {
    const data = Buffer.from(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(data), 10);
    // The header of a encrypted file counts as a part of it.
    common.writeUInt32LE(data.length + ((flags & 1) === 1 ? 12 : 0), 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const padding = Buffer.alloc((flags & 1) === 1 ? 12 : 0);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, padding, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset ?? at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0003'), common, rest, name]));
    locals.push(local);
    at += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const many = entries.length > 0xffff;
  return Buffer.concat([
    ...locals,
    ...directory,
    ...(many ? zip64End(entries.length, size, at) : []),
    end(entries.length, size, at),
  ]);
}

function end(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.write('PK\u0005\u0006', 'latin1');
  record.writeUInt16LE(Math.min(count, 0xffff), 8);
  record.writeUInt16LE(Math.min(count, 0xffff), 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

function zip64End(count: number, size: number, offset: number): Buffer[] {
  const record = Buffer.alloc(56);
  record.write('PK\u0006\u0006', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return [record, locator];
}
