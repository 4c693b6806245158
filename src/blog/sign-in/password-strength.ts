import { Problem } from '../../contract/errors.ts';
import { passwordProblem } from '../../rules/passwords.ts';
import type { Blog } from '../blog.ts';
import { readSite } from '../site/site.ts';

/** Why nobody should use this password here; undefined when there is no reason. */
export async function weaknessOf(
  blog: Pick<Blog, 'db'>,
  username: string,
  password: string,
): Promise<string | undefined> {
  // The list is large, and passwords are set once in a blue moon: it is read when the first one is.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'];
  const { site_name } = await readSite(blog);
  return passwordProblem(password, {
    names: [username, site_name],
    isCommon: (word) => common.includes(word),
  });
}

/** Refuses a new password that is too easy to guess. */
export async function requireStrong(
  blog: Pick<Blog, 'db'>,
  username: string,
  password: string,
): Promise<void> {
  const weakness = await weaknessOf(blog, username, password);
  if (weakness) throw new Problem('invalid', weakness);
}
