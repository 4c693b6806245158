import { z } from 'zod';

/** What runs, and what each version brought: for administrators only, because it tells attackers which faults a site has. */
export const versionInfo = z.object({
  version: z.string(),
  /** The change log as safe HTML, newest version first. */
  changes: z.string(),
});
export type VersionInfo = z.infer<typeof versionInfo>;
