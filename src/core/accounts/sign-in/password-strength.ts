import type { Blog } from '../../../platform/blog.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { readSite } from '../../site/site.ts';
import { passwordProblem } from './rules/passwords.ts';

/** Why this password is too weak for this site; undefined when it is not. */
export async function weaknessOf(
  blog: Pick<Blog, 'db'>,
  username: string,
  password: string,
): Promise<string | undefined> {
  // Loaded on demand, because the list is large and passwords are rarely set.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'];
  const { site_name } = await readSite(blog);
  return passwordProblem(password, {
    names: [username, site_name],
    isCommon: (word) => common.includes(word),
  });
}

export async function requireStrongPassword(
  blog: Pick<Blog, 'db'>,
  username: string,
  password: string,
): Promise<void> {
  const weakness = await weaknessOf(blog, username, password);
  if (weakness) throw new Problem('invalid', weakness);
}
