import { hash } from 'node:crypto';
import { z } from 'zod';
import { isName } from '../media/files.ts';

/** What a backup holds: the database, compressed, the pictures that it names, and this list of them, which comes last. */
export const databaseName = 'blog.sqlite.gz';
export const manifestName = 'manifest.json';
const picturePrefix = 'images/';

export const pictureEntry = (name: string): string => picturePrefix + name;
export const pictureOf = (entry: string): string | null =>
  entry.startsWith(picturePrefix) && isName(entry.slice(picturePrefix.length))
    ? entry.slice(picturePrefix.length)
    : null;

const file = z.strictObject({
  name: z.string().refine((name) => name === databaseName || pictureOf(name) !== null),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ListedFile = z.infer<typeof file>;

export const manifestSchema = z.strictObject({
  format: z.literal('not-terrible-backup'),
  format_version: z.literal(1),
  made: z.iso.datetime(),
  product_version: z.string(),
  /** The schema: the migrations that the database has been through. */
  migrations: z.array(z.string()),
  /** The size of the database once it is unpacked. */
  database_bytes: z.int().nonnegative(),
  /** Pictures of a bucket stay there in the daily backups. */
  pictures: z.enum(['included', 'in_bucket']),
  files: z.array(file).nonempty(),
  /** Pictures that the database names and that were not there. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A backup that cannot be made or used, in one line for the operator. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}

/** The list as it is written: with a checksum of its own. */
export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 1)}\n`;

const checksumOf = (content: object): string => hash('sha256', JSON.stringify(content));

export function parseManifest(text: string): Manifest {
  let content: Record<string, unknown>;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new BackupProblem('The list of what the backup holds cannot be read.', { cause });
  }
  const { checksum, ...listed } = content;
  const parsed = manifestSchema.safeParse(listed);
  if (!parsed.success)
    throw new BackupProblem('The list of what the backup holds is not one that this version understands.', {
      cause: parsed.error,
    });
  if (checksum !== checksumOf(listed))
    throw new BackupProblem('The list of what the backup holds is damaged.');
  const { files } = parsed.data;
  if (files[0]?.name !== databaseName || new Set(files.map(({ name }) => name)).size !== files.length)
    throw new BackupProblem('The list of what the backup holds contradicts itself.');
  return parsed.data;
}

export const totalBytes = ({ files }: Pick<Manifest, 'files'>): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);
