import { gzipSync } from 'node:zlib';
import { blockBytes, encodeHeader, plainFile } from '../../src/platform/files/tar-header.ts';

export type PackedFile = { name: string; content: Buffer; isProgram?: boolean };

/** The time that npm gives the files of its packages: with the real one, no two builds would be the same. */
const modified = new Date('1985-10-26T08:15:00Z');
/** The byte of the gzip header that names the operating system. */
const systemByte = 9;
const unknownSystem = 255;

/** An npm package: a gzipped tar whose bytes depend on names and contents of the files only. */
export function tarball(files: readonly PackedFile[]): Buffer {
  const blocks: Buffer[] = [];
  for (const { name, content, isProgram } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const header = encodeHeader({
      name: `package/${name}`,
      size: content.length,
      modified,
      type: plainFile,
      mode: isProgram ? 0o755 : 0o644,
    });
    if (!header) throw new Error(`${name} is too long a name for a tar archive.`);
    const rest = (blockBytes - (content.length % blockBytes)) % blockBytes;
    blocks.push(header, content, Buffer.alloc(rest));
  }
  const packed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]), { level: 9 });
  packed[systemByte] = unknownSystem;
  return packed;
}
