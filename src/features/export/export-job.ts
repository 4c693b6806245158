import path from 'node:path';
import { z } from 'zod';
import type { Blog } from '../../platform/blog.ts';
import { exportKinds } from './api.ts';

export const exportJob = 'export';

/** `folder` is not the id of the job, which a restored database could give out a second time. */
const payload = z.object({ kind: z.enum(exportKinds), folder: z.uuid() });
const progress = z.object({
  stage: z.string(),
  done: z.int(),
  total: z.int(),
  result: z.object({ bytes: z.int(), missing: z.int() }).optional(),
});
export type ExportProgress = z.infer<typeof progress>;

export const exportsFolder = ({ dataFolder }: Pick<Blog, 'dataFolder'>): string =>
  path.join(dataFolder, 'exports');

/** The file appears when it is complete. */
export const exportFile = (blog: Pick<Blog, 'dataFolder'>, folder: string): string =>
  path.join(exportsFolder(blog), folder, 'export.zip');

export const payloadOf = (stored: unknown) => payload.parse(stored);

export const progressOf = (stored: unknown): ExportProgress | null => progress.safeParse(stored).data ?? null;
