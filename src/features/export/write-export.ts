import { existsSync } from 'node:fs';
import { link, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Blog } from '../../platform/blog.ts';
import { syncFolder } from '../../platform/files/durable-write.ts';
import { fileExists } from '../../platform/messages/operator.ts';
import { copySite } from '../publish/copy-site.ts';
import { isText } from '../publish/targets/target.ts';
import type { ExportKind } from './api.ts';
import { contentOf } from './content.ts';
import { type Progress, writeArchive } from './formats/archive.ts';
import { ExportProblem } from './formats/problem.ts';
import { type Chunks, ZipWriter } from './formats/zip-writer.ts';
import { withSnapshot } from './snapshot.ts';

type WrittenExport = { bytes: number; missing: string[] };
type ExportOptions = {
  signal?: AbortSignal | undefined;
  progress?: Progress;
  /** Whether an earlier export of this name is replaced, once this one is complete. */
  replace?: boolean;
};

/**
 * Writes an export into `file`, which appears once it is complete and flushed. What an interrupted attempt left behind is
 * removed by the next one.
 */
export async function writeExport(
  blog: Blog,
  kind: ExportKind,
  file: string,
  { signal, progress = () => {}, replace = false }: ExportOptions = {},
): Promise<WrittenExport> {
  if (!replace && existsSync(file)) throw new ExportProblem(fileExists(file));
  const folder = path.dirname(file);
  const unfinished = path.join(folder, `.unfinished-${path.basename(file)}`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const archive = path.join(unfinished, 'archive.zip');
    const { missing } = await writers[kind](blog, archive, unfinished, { signal, progress });
    signal?.throwIfAborted();
    const { size: bytes } = await stat(archive);
    await (replace ? rename(archive, file) : publish(archive, file));
    await syncFolder(folder);
    return { bytes, missing };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

type Write = (
  blog: Blog,
  archive: string,
  folder: string,
  options: { signal: AbortSignal | undefined; progress: Progress },
) => Promise<{ missing: string[] }>;

const writers: Record<ExportKind, Write> = {
  archive: (blog, archive, folder, options) =>
    withSnapshot(blog, path.join(folder, 'snapshot'), async (snapshot) => {
      const content = await contentOf(blog, snapshot);
      const zip = new ZipWriter(archive, new Date(content.site.date), options.signal);
      const written = await writeArchive(zip, content, { ...options, features: blog.features });
      await zip.end();
      return written;
    }),
  static: async (blog, archive, _, { signal, progress }) => {
    const zip = new ZipWriter(archive, blog.now(), signal);
    const target = {
      write: (file: string, chunks: Chunks, { type }: { type: string }) =>
        zip.add(file, chunks, { isCompressed: !isText(type) }),
    };
    const written = await copySite(blog, target, { signal, progress });
    await zip.end();
    return written;
  },
};

/** A link, unlike a rename, never replaces a file; not every file system has links. */
async function publish(archive: string, file: string): Promise<void> {
  try {
    await link(archive, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new ExportProblem(fileExists(file));
    await rename(archive, file);
  }
}
