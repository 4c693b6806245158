type Translation = { language: string; post_title_web: string };

/**
 * The alternates of a page for search engines: each language once, and `x-default` for the language of the site. After a
 * change of the site's language two posts of a group may have the same one; the first counts.
 */
export function alternatesOf<Post extends Translation>(
  posts: readonly Post[],
  siteLanguage: string,
): { hreflang: string; post: Post }[] {
  const byLanguage = new Map<string, Post>();
  for (const post of posts) if (!byLanguage.has(post.language)) byLanguage.set(post.language, post);
  if (byLanguage.size < 2) return [];
  const alternates = [...byLanguage].map(([hreflang, post]) => ({ hreflang, post }));
  const own = byLanguage.get(siteLanguage);
  return own ? [...alternates, { hreflang: 'x-default', post: own }] : alternates;
}
