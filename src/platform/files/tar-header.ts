export type TarHeader = { name: string; size: number; modified: Date; type: string };

export const blockBytes = 512;
/** The type of a plain file. */
export const plainFile = '0';

/** Start and length of the fields that we use (POSIX.1-1988, "ustar"). */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  modified: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  linkName: [157, 100],
  magic: [257, 8],
  deviceMajor: [329, 8],
  deviceMinor: [337, 8],
  prefix: [345, 155],
} as const;
type Field = keyof typeof fields;

const magic = 'ustar\u000000';
const posix = 'ustar\0';

/** Null for a name that does not fit. */
export function encodeHeader(header: TarHeader & { linkName?: string; mode?: number }): Buffer | null {
  const names = splitName(header.name);
  if (!names) return null;
  const block = Buffer.alloc(blockBytes);
  const write = (field: Field, text: string) => block.write(text, fields[field][0], fields[field][1], 'utf8');
  const writeNumber = (field: Field, value: number) => {
    const [start, length] = fields[field];
    const octal = value.toString(8);
    if (octal.length < length) return write(field, octalField(octal, length));
    // Sizes from 8 GB on are written in base 256, as GNU and BSD tar do.
    block.writeUInt8(0x80, start);
    return block.writeBigUInt64BE(BigInt(value), start + length - 8);
  };
  write('name', names.name);
  writeNumber('mode', header.mode ?? 0o600);
  writeNumber('uid', 0);
  writeNumber('gid', 0);
  writeNumber('size', header.size);
  writeNumber('modified', Math.max(0, Math.floor(header.modified.getTime() / 1000)));
  write('type', header.type);
  write('linkName', header.linkName ?? '');
  write('magic', magic);
  writeNumber('deviceMajor', 0);
  writeNumber('deviceMinor', 0);
  write('prefix', names.prefix);
  writeNumber('checksum', checksum(block));
  return block;
}

/** Null for a block of zeros, which ends an archive, and undefined for a block that is not a valid header. */
export function decodeHeader(block: Buffer): TarHeader | null | undefined {
  if (block.every((byte) => byte === 0)) return null;
  const bytes = (field: Field) => block.subarray(fields[field][0], fields[field][0] + fields[field][1]);
  const text = (field: Field) => bytes(field).toString('utf8').replace(/\0.*$/s, '');
  if (readNumber(bytes('checksum')) !== checksum(block)) return undefined;
  const size = readNumber(bytes('size'));
  // Unknown where it is before 1970.
  const seconds = readNumber(bytes('modified')) ?? 0;
  // Other dialects use the place of the prefix for something else.
  const prefix = bytes('magic').toString('latin1').startsWith(posix) ? text('prefix') : '';
  const name = prefix ? `${prefix}/${text('name')}` : text('name');
  const modified = new Date(seconds * 1000);
  if (!name || size === undefined || Number.isNaN(modified.getTime())) return undefined;
  return { name, size, modified, type: text('type') || plainFile };
}

function splitName(name: string): { name: string; prefix: string } | null {
  const fits = (text: string, field: Field) => Buffer.byteLength(text) <= fields[field][1];
  if (fits(name, 'name')) return { name, prefix: '' };
  for (let slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
    const parts = { name: name.slice(slash + 1), prefix: name.slice(0, slash) };
    if (fits(parts.name, 'name') && fits(parts.prefix, 'prefix')) return parts;
  }
  return null;
}

/** The form that earlier versions wrote, so that an archive has the same bytes. */
const octalField = (octal: string, length: number): string =>
  octal.length === length - 1 ? `${octal}\0` : `${octal.padStart(length - 2, '0')} \0`;

function readNumber(bytes: Buffer): number | undefined {
  if (bytes[0] === 0x80) {
    const value = bytes.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
    return Number.isSafeInteger(value) ? value : undefined;
  }
  const octal = /^ *([0-7]+)[ \0]*$/.exec(bytes.toString('latin1'))?.[1];
  return octal === undefined ? undefined : Number.parseInt(octal, 8);
}

/** The sum of all bytes, with blanks in place of the checksum itself. */
function checksum(block: Buffer): number {
  const [start, length] = fields.checksum;
  const rest = [...block.subarray(0, start), ...block.subarray(start + length)];
  return rest.reduce((sum, byte) => sum + byte, length * 0x20);
}
