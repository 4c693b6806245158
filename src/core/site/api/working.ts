import { z } from 'zod';

const progress = z.object({ done: z.int(), total: z.int() });

/** Long work that runs or waits for its turn. */
export const working = z.array(
  z
    .object({
      kind: z.string(),
      /** Null while the end is unknown. */
      progress: progress.nullable(),
    })
    .meta({ id: 'Working' }),
);
export type Working = z.infer<typeof working>;

/** Of what a job says about itself, the part that a progress bar needs. */
export function progressOf(value: unknown): z.infer<typeof progress> | null {
  const { success, data } = progress.safeParse(value);
  return success && data.total > 0 ? data : null;
}
