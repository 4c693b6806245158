import { createHash } from 'node:crypto';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { deleteBatchSize } from '../../../platform/db/in-batches.ts';
import type { StepKind } from '../../../platform/db/schema.ts';
import * as steps from '../store/sign-in-steps.ts';

const stepMs = 5 * 60 * 1000;

/** Binds a step to a cookie of the browser, of which only a hash is stored. */
export const holderOf = (cookie: string): string =>
  createHash('sha256').update(`step ${cookie}`).digest('base64url');

export async function beginStep(
  blog: Blog,
  cookie: string,
  kind: StepKind,
  step: { userId: number | null; challenge?: string },
): Promise<void> {
  await steps.deleteExpiredSteps(blog.db, nowIso(blog), deleteBatchSize);
  await steps.saveStep(blog.db, {
    holder: holderOf(cookie),
    kind,
    user_id: step.userId,
    challenge: step.challenge ?? '',
    expires: new Date(blog.now().getTime() + stepMs).toISOString(),
  });
}

/** The user whose password this browser has just entered and who still needs a passkey. */
export async function passwordGiven(blog: Blog, cookie: string): Promise<number | null> {
  const step = await steps.stepOf(blog.db, holderOf(cookie), 'password', nowIso(blog));
  return step?.user_id ?? null;
}
