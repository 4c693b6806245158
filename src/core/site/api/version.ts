import { z } from 'zod';

/** What runs, and what each version brought: for administrators only, because it tells attackers which faults a site has. */
export const versionInfo = z.object({
  version: z.string(),
  /** The change log as safe HTML, newest version first. */
  changes: z.string(),
});

/** A package that is part of the program, or a font. */
export const license = z
  .object({ name: z.string(), version: z.string(), license: z.string() })
  .meta({ id: 'License' });
export type License = z.infer<typeof license>;

export type VersionInfo = z.infer<typeof versionInfo>;
