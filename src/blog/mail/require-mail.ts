import { Problem } from '../../contract/errors.ts';
import { mailOff } from '../../messages/mail-lists.ts';
import type { Blog } from '../blog.ts';

/** Without `SMTP_URL` the calls about mail answer as if they did not exist. */
export function requireMail({ mail }: Pick<Blog, 'mail'>): void {
  if (mail === null) throw new Problem('not_found', mailOff);
}
