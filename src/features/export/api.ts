import { z } from 'zod';

/** `archive`: everything, for other programs and for this one. `static`: the public site as files for any web server. */
export const exportKinds = ['archive', 'static'] as const;
export type ExportKind = (typeof exportKinds)[number];

export const newExport = z.object({ kind: z.enum(exportKinds) });

/** `failed` comes after several attempts; an interrupted attempt is repeated by itself. */
const exportStates = ['waiting', 'running', 'ready', 'failed'] as const;

export const siteExport = z
  .object({
    id: z.string(),
    kind: z.enum(exportKinds),
    /** When it was asked for. */
    date: z.iso.datetime(),
    state: z.enum(exportStates),
    /** What is being written, for a progress bar; null unless it is running. */
    progress: z.object({ stage: z.string(), done: z.int(), total: z.int() }).nullable(),
    /** The size of the file, once it is ready. */
    bytes: z.int().nullable(),
    /** When the file is deleted; null until it is ready. */
    expires: z.iso.datetime().nullable(),
    /** Why it failed, or what is missing from the file (such as image files that were not found); empty: nothing. */
    message: z.string(),
    /** Whether the file can be downloaded from the machine that answers; another one of the same site may have it. */
    downloadable: z.boolean(),
  })
  .meta({ id: 'Export' });
export type SiteExport = z.infer<typeof siteExport>;
