import { z } from 'zod';
import { translated } from './messages/translate.ts';

/** What a check found. Problems keep the site from working, warnings do not. */
export const finding = z
  .object({ state: z.enum(['ok', 'warning', 'problem']), text: z.string(), advice: z.string().optional() })
  .meta({ id: 'Finding' });
export type Finding = z.infer<typeof finding>;

/** Texts without gaps were made before the language of the person was known. */
const found = (state: Finding['state'], text: string, advice?: string): Finding => ({
  state,
  text: translated(text),
  ...(advice !== undefined && { advice: translated(advice) }),
});

export const ok = (text: string): Finding => found('ok', text);
export const warning = (text: string, advice: string): Finding => found('warning', text, advice);
export const problem = (text: string, advice: string): Finding => found('problem', text, advice);
