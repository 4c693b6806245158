import { Problem } from '../../../platform/http/problem.ts';
import { hasScope, type Viewer } from '../../../platform/http/viewer.ts';
import { publishScopeMissing, sessionRequired } from '../../../platform/messages/owner.ts';

type State = { active?: number; scheduled_date?: string | null };

/** An access token without the scope "publish" changes nothing that readers see, now or at the scheduled time. */
export function requirePublishScope(viewer: Viewer, ...states: readonly State[]): void {
  if (!viewer.admin || hasScope(viewer, 'publish')) return;
  if (states.some(({ active, scheduled_date }) => active === 1 || scheduled_date))
    throw new Problem('forbidden', publishScopeMissing);
}

/** What is deleted for good cannot be restored, so that no access token does it. */
export function requireSession(viewer: Viewer): void {
  if (viewer.admin && viewer.token) throw new Problem('forbidden', sessionRequired);
}
