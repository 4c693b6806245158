import type { Blog } from '../../../platform/blog.ts';
import type { RequestContext, Site } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { visitorKey } from '../../../platform/http/request/ip-networks.ts';
import { actorOf, visitor as anyVisitor } from '../../../platform/http/viewer.ts';
import { invalidField } from '../../../platform/messages/owner.ts';
import { newUser } from '../api/owner.ts';
import { claimSite, findClaim, isClaimed } from '../sign-in/claim.ts';
import type { Claim } from './page-api.ts';

/** The page of the claim link. There is no route of the web API for it: this form is the only way to claim a site. */
export function claimApi(site: Site, blog: Blog, visitor: () => RequestContext): Claim {
  /** Limits wrong links only: guessers who share the IP address of the owner must not lock the owner out. */
  const wrong = async (): Promise<null> => {
    await site.rateLimiters.claim(visitorKey(visitor().ip));
    return null;
  };
  return {
    isClaimed: async () => {
      const answer = await isClaimed(blog);
      // Only the positive answer stays true.
      if (!answer) visitor();
      return answer;
    },
    find: async (token) => {
      visitor();
      return (await findClaim(site.blog, token)) ?? wrong();
    },
    claim: async (token, typed) => {
      const { ip, userAgent, cookies, setCookies } = visitor();
      const checked = newUser.safeParse(typed);
      if (!(await findClaim(site.blog, token))) return wrong();
      if (!checked.success) throw new Problem('invalid', firstProblem(checked.error.issues));
      const { jar } = site;
      const now = site.blog.now();
      try {
        const session = await claimSite(
          { ...site.blog, actor: actorOf(anyVisitor, ip, userAgent) },
          token,
          checked.data,
          { address: ip, userAgent, browser: jar.knownBrowser(cookies, now) },
        );
        setCookies?.([...jar.signedIn(session.token), jar.rememberBrowser(now)]);
        return 'claimed';
      } catch (error) {
        if (error instanceof Problem && error.code === 'not_found') return wrong();
        throw error;
      }
    },
  };
}

function firstProblem([issue]: readonly { message: string; path: readonly PropertyKey[] }[]): string {
  const { message = '', path = [] } = issue ?? {};
  return message.endsWith('.') ? message : invalidField(path.join('.'), message);
}
