import type { SiteApi } from '../../site/pages/page-api.ts';
import type { Author } from '../api/profiles.ts';

export type AccountsApi = SiteApi & {
  claim: Claim;
  /** The author of the site, if it has one author only. */
  author(): Promise<Author | null>;
};

/** What the page of the claim link of a new site needs. Links that do not work return null. */
export type Claim = {
  /** Whether the site has an administrator. */
  isClaimed(): Promise<boolean>;
  /** The name that the link proposes. */
  find(token: string): Promise<{ username: string } | null>;
  /** Makes the visitor the administrator and signs them in. */
  claim(token: string, typed: { username: string; password: string }): Promise<'claimed' | null>;
};
