import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Files } from './files.ts';

/** Files that cannot be copied, in one line for the operator. */
export class CopyProblem extends Error {
  override readonly name = 'CopyProblem';
}

const atOnce = 4;

/** The site that the source belongs to, which the target will too; refuses a target that belongs to another site. */
export async function ownerOfBoth(source: Files, target: Files, place: string): Promise<string | null> {
  const [from, to] = [await source.owner(), await target.owner()];
  if (from !== null && to !== null && from !== to)
    throw new CopyProblem(`${place} belongs to another site (${to}). Name an empty place.`);
  return from;
}

/** What is in the source, which nobody may change meanwhile; refuses a target with files of another site. */
export async function filesToCopy(source: Files, target: Files, place: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const { name } of source.list()) names.add(name);
  let foreign = 0;
  for await (const { name } of target.list()) if (!names.has(name)) foreign++;
  if (foreign > 0)
    throw new CopyProblem(
      `${place} is not empty: it has ${foreign} ${foreign === 1 ? 'file' : 'files'} that the source does not have. Name an empty place.`,
    );
  return [...names].sort();
}

/**
 * Copies files and reads each back to compare it. Files that are there already and equal are left alone, so that an
 * interrupted copy goes on where it was.
 */
export async function copyFiles(
  source: Files,
  target: Files,
  names: readonly string[],
  copied: (files: number) => void,
): Promise<{ files: number; bytes: number }> {
  const left = [...names];
  let bytes = 0;
  const lane = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      const size = await copyFile(source, target, name);
      bytes += size;
      copied(1);
    }
  };
  const lanes = Array.from({ length: atOnce }, () =>
    lane().catch((error) => {
      left.length = 0;
      throw error;
    }),
  );
  // Whoever hears of a failure can rely on nothing being written any more.
  const failed = (await Promise.allSettled(lanes)).find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return { files: names.length, bytes };
}

async function copyFile(source: Files, target: Files, name: string): Promise<number> {
  const file = await contentOf(source, name);
  if (!file) throw new CopyProblem(`${name} went away during the copy. Stop the site, then run this again.`);
  const wanted = hash('sha256', file.bytes);
  const there = await target.stat(name);
  if (there?.size === file.bytes.length && (await sumOf(target, name)) === wanted) return file.bytes.length;
  await target.write(name, file.bytes, file.type);
  if ((await sumOf(target, name)) !== wanted)
    throw new CopyProblem(`${name} is not the same after it was copied. Run this again.`);
  return file.bytes.length;
}

async function sumOf(files: Files, name: string): Promise<string | null> {
  const file = await contentOf(files, name);
  return file && hash('sha256', file.bytes);
}

async function contentOf(files: Files, name: string): Promise<{ bytes: Buffer; type: string } | null> {
  const found = await files.read(name);
  return found && { bytes: await buffer(found.body), type: found.type };
}
