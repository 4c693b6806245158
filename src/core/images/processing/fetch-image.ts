import { createHash } from 'node:crypto';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NotFetched, TooLarge } from '../../../platform/files/errors.ts';
import { Queue } from '../../../platform/files/queue.ts';
import type { ReceivedFile } from '../../../platform/files/uploads.ts';
import { uploadFileBytes } from '../../../platform/http/api/limits.ts';
import { fileTooLarge } from '../../../platform/messages/owner.ts';
import { fetchPublic, type PublicOptions } from '../../../platform/outgoing/fetch-public.ts';
import { OutgoingRefusal } from '../../../platform/outgoing/refusal.ts';
import * as messages from '../messages.ts';

/** Its disposal removes the temporary file. */
type FetchedImage = Pick<ReceivedFile, 'path' | 'sha256'> & AsyncDisposable;

const accept = 'image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9,*/*;q=0.1';
const totalMs = 30_000;

/** A response is in memory until it is complete, so only two are fetched at a time. */
const queue = new Queue({ slots: 2, weight: 2, waiting: 20 });

type Policy = { redirects: number; isQueued: boolean } & Pick<PublicOptions, 'named' | 'allow'>;

/** Images of an import may have moved several times since their posts were written; the caller limits how many are fetched. */
export const importPolicy: Policy = { redirects: 5, isQueued: false };
const pastePolicy: Policy = { redirects: 3, isQueued: true };

/** Fetches an image of another site into a file in a new folder inside `folder`. Its type is decided later, by its content. */
export async function fetchImageFile(
  url: string,
  folder: string,
  strangers: readonly string[],
  policy = pastePolicy,
): Promise<FetchedImage> {
  const source = URL.parse(url);
  if (!source || !/^https?:$/.test(source.protocol))
    throw new NotFetched(messages.imageUrlInvalid, { isFinal: true });
  const work = () => download(source, strangers, policy);
  const bytes = await (policy.isQueued ? queue.run(1, work) : work());
  await mkdir(folder, { recursive: true });
  const own = await mkdtempDisposable(join(folder, 'fetch-'));
  const path = join(own.path, 'image');
  try {
    await writeFile(path, bytes, { flag: 'wx' });
  } catch (error) {
    await own.remove();
    throw error;
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, sha256, [Symbol.asyncDispose]: own.remove };
}

async function download(
  url: URL,
  strangers: readonly string[],
  { isQueued: _, ...policy }: Policy,
): Promise<Buffer> {
  try {
    return (await fetchPublic(url, { accept, maxBytes: uploadFileBytes, totalMs, strangers, ...policy }))
      .bytes;
  } catch (error) {
    throw explained(error);
  }
}

/** What is no refusal is a failure of the connection: name resolution, TLS, a reset, the time limit. */
function explained(error: unknown): Error {
  const cause = { cause: error };
  if (!(error instanceof OutgoingRefusal) || error.code === 'ETIMEDOUT')
    return new NotFetched(messages.imageServerSilent, cause);
  if (error.code === 'ETOOLARGE') return new TooLarge(fileTooLarge(uploadFileBytes / 1024 / 1024), cause);
  if (error.code === 'EPRIVATE')
    return new NotFetched(messages.imageAddressPrivate, { ...cause, isFinal: true });
  const isFinal = error.code === 'ESTATUS' ? [404, 410].includes(error.status ?? 0) : true;
  return new NotFetched(messages.imageNotServed(error.message), { ...cause, isFinal });
}
