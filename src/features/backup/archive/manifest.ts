import { hash } from 'node:crypto';
import { z } from 'zod';
import { isName } from '../../../platform/files/files.ts';
import { OperatorProblem } from '../../../platform/log/operator-problem.ts';
import {
  manifestCorrupt,
  manifestInconsistent,
  manifestUnknown,
  manifestUnreadable,
} from '../../../platform/messages/operator.ts';

/** A backup contains the compressed database, its images, and at the end a manifest with their checksums. */
export const databaseName = 'blog.sqlite.gz';
export const manifestName = 'manifest.json';
const imagePrefix = 'images/';

export const imageEntry = (name: string): string => imagePrefix + name;
export const imageOf = (entry: string): string | null =>
  entry.startsWith(imagePrefix) && isName(entry.slice(imagePrefix.length))
    ? entry.slice(imagePrefix.length)
    : null;

const file = z.strictObject({
  name: z.string().refine((name) => name === databaseName || imageOf(name) !== null),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ListedFile = z.infer<typeof file>;

const manifestSchema = z.strictObject({
  format: z.literal('not-terrible-backup'),
  format_version: z.literal(1),
  made: z.iso.datetime(),
  product_version: z.string(),
  /** The migrations that were applied to the database. */
  migrations: z.array(z.string()),
  /** The size of the database after decompression. */
  database_bytes: z.int().nonnegative(),
  /** Daily backups leave images in the bucket. */
  pictures: z.enum(['included', 'in_bucket']),
  files: z.array(file).nonempty(),
  /** Images that the database refers to but that did not exist. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A backup cannot be made or used; the message is one line for the operator. */
export class BackupProblem extends OperatorProblem {
  override readonly name = 'BackupProblem';
}

/** The manifest as it is stored, with a checksum of itself. */
export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 1)}\n`;

const checksumOf = (content: object): string => hash('sha256', JSON.stringify(content));

export function parseManifest(text: string): Manifest {
  let content: Record<string, unknown>;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new BackupProblem(manifestUnreadable, { cause });
  }
  const { checksum, ...listed } = content;
  const parsed = manifestSchema.safeParse(listed);
  if (!parsed.success) throw new BackupProblem(manifestUnknown, { cause: parsed.error });
  if (checksum !== checksumOf(listed)) throw new BackupProblem(manifestCorrupt);
  const { files } = parsed.data;
  if (files[0]?.name !== databaseName || new Set(files.map(({ name }) => name)).size !== files.length)
    throw new BackupProblem(manifestInconsistent);
  return parsed.data;
}

export const totalBytes = ({ files }: Pick<Manifest, 'files'>): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);
