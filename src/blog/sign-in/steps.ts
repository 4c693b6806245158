import { createHash } from 'node:crypto';
import type { StepKind } from '../../db/schema.ts';
import * as steps from '../../store/sign-in-steps.ts';
import { type Blog, nowIso } from '../blog.ts';

const stepMs = 5 * 60 * 1000;

/** Steps are bound to the cookie of the browser that took the one before; the database knows only its hash. */
export const holderOf = (cookie: string): string =>
  createHash('sha256').update(`step ${cookie}`).digest('base64url');

export async function beginStep(
  blog: Blog,
  cookie: string,
  kind: StepKind,
  step: { userId: number | null; challenge?: string },
): Promise<void> {
  await steps.forgetStepsBefore(blog.db, nowIso(blog));
  await steps.keepStep(blog.db, {
    holder: holderOf(cookie),
    kind,
    user_id: step.userId,
    challenge: step.challenge ?? '',
    expires: new Date(blog.now().getTime() + stepMs).toISOString(),
  });
}

/** Whose password this browser gave a moment ago, while a passkey is still asked for. */
export async function passwordGiven(blog: Blog, cookie: string): Promise<number | null> {
  const step = await steps.stepOf(blog.db, holderOf(cookie), 'password', nowIso(blog));
  return step?.user_id ?? null;
}
