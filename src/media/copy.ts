import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  copyTargetNotEmpty,
  copyTargetOfOtherSite,
  fileDiffersAfterCopy,
  fileGoneDuringCopy,
} from '../messages/operator.ts';
import type { Files } from './files.ts';

/** Files cannot be copied; the message is one line for the operator. */
export class CopyProblem extends Error {
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
  const file = await contentOf(source, name);
  if (!file) throw new CopyProblem(fileGoneDuringCopy(name));
  const expected = hash('sha256', file.bytes);
  const existing = await target.stat(name);
  if (existing?.size === file.bytes.length && (await checksumOf(target, name)) === expected)
    return file.bytes.length;
  await target.write(name, file.bytes, file.type);
  if ((await checksumOf(target, name)) !== expected) throw new CopyProblem(fileDiffersAfterCopy(name));
  return file.bytes.length;
}

async function checksumOf(files: Files, name: string): Promise<string | null> {
  const file = await contentOf(files, name);
  return file && hash('sha256', file.bytes);
}

async function contentOf(files: Files, name: string): Promise<{ bytes: Buffer; type: string } | null> {
  const found = await files.read(name);
  return found && { bytes: await buffer(found.body), type: found.type };
}
