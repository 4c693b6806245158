import { z } from 'zod';

/** What a check found. Problems keep the site from working, warnings do not. */
export const finding = z
  .object({ state: z.enum(['ok', 'warning', 'problem']), text: z.string(), advice: z.string().optional() })
  .meta({ id: 'Finding' });
export type Finding = z.infer<typeof finding>;

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const warning = (text: string, advice: string): Finding => ({ state: 'warning', text, advice });
export const problem = (text: string, advice: string): Finding => ({ state: 'problem', text, advice });
