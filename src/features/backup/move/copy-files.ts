import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Files, LocalFile } from '../../../platform/files/files.ts';
import { localFile } from '../../../platform/files/recordings.ts';
import { OperatorProblem } from '../../../platform/log/operator-problem.ts';
import {
  copyTargetNotEmpty,
  copyTargetOfOtherSite,
  fileDiffersAfterCopy,
  fileGoneDuringCopy,
} from '../../../platform/messages/operator.ts';

/** Files cannot be copied; the message is one line for the operator. */
class CopyProblem extends OperatorProblem {
  override readonly name = 'CopyProblem';
}

const concurrency = 4;

/** The owner of the source; refuses a target that belongs to another site. */
export async function ownerOfBoth(source: Files, target: Files, location: string): Promise<string | null> {
  const [from, to] = [await source.owner(), await target.owner()];
  if (from !== null && to !== null && from !== to) throw new CopyProblem(copyTargetOfOtherSite(location, to));
  return from;
}

/** The files of the source, which must not change meanwhile; refuses a target that has other files. */
export async function filesToCopy(source: Files, target: Files, location: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const { name } of source.list()) names.add(name);
  let foreign = 0;
  for await (const { name } of target.list()) if (!names.has(name)) foreign++;
  if (foreign > 0) throw new CopyProblem(copyTargetNotEmpty(location, foreign));
  return [...names].sort();
}

/**
 * Copies files and reads each back to compare it. Files that exist in the target and are equal are skipped, so that an
 * interrupted copy resumes.
 */
export async function copyFiles(
  source: Files,
  target: Files,
  names: readonly string[],
  copied: (files: number) => void,
): Promise<{ files: number; bytes: number }> {
  const left = [...names];
  let bytes = 0;
  const worker = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      const size = await copyFile(source, target, name);
      bytes += size;
      copied(1);
    }
  };
  const workers = Array.from({ length: concurrency }, () =>
    worker().catch((error) => {
      left.length = 0;
      throw error;
    }),
  );
  // After a failure is reported, nothing is written any more.
  const failed = (await Promise.allSettled(workers)).find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return { files: names.length, bytes };
}

async function copyFile(source: Files, target: Files, name: string): Promise<number> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'copy-'));
  const file = await download(source, name, join(folder.path, 'file'));
  if (!file) throw new CopyProblem(fileGoneDuringCopy(name));
  const existing = await target.stat(name);
  if (existing?.size === file.size && (await checksumOf(target, name)) === file.sha256) return file.size;
  await target.writeFile(name, file, file.type);
  if ((await checksumOf(target, name)) !== file.sha256) throw new CopyProblem(fileDiffersAfterCopy(name));
  return file.size;
}

/** Through a file, because a video may be larger than the memory. */
async function download(
  files: Files,
  name: string,
  path: string,
): Promise<(LocalFile & { type: string }) | null> {
  const found = await files.read(name);
  if (!found) return null;
  await pipeline(found.body, createWriteStream(path, { flags: 'wx' }));
  return { ...(await localFile(path)), type: found.type };
}

async function checksumOf(files: Files, name: string): Promise<string | null> {
  const found = await files.read(name);
  if (!found) return null;
  const hash = createHash('sha256');
  await pipeline(found.body, hash);
  return hash.digest('hex');
}
