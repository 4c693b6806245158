import { plainText } from '../../content/document/text.ts';
import type { Blog } from '../../platform/blog.ts';
import { urls } from '../../platform/http/urls.ts';
import { indexWords } from '../posts/search/rules/search.ts';
import { searchPosts } from '../posts/search/store/search.ts';
import type { LinkablePost, SimilarPosts, WrittenText } from './api.ts';
import { linkablePosts } from './store/similar-posts.ts';

/** Each word is one query. */
const maxWords = 12;
const maxTitleWords = 4;
const hitsOfWord = 10;
const maxPosts = 6;

/** Posts about the same subject, and posts that have the words of the title but no link to this post. */
export async function similarPosts(
  { db }: Blog,
  { id, post_title, post_title_web, post_content }: WrittenText,
): Promise<SimilarPosts> {
  const title = significant(indexWords(post_title));
  const scores = new Map<number, number>();
  for (const word of subjectOf(title, plainText(post_content))) {
    const page = { limit: hitsOfWord, offset: 0 };
    const { hits, total } = await searchPosts(db, [{ word, prefix: false }], page);
    // A rare word says more about the subject.
    for (const { post_id } of hits) scores.set(post_id, (scores.get(post_id) ?? 0) + 1 / Math.sqrt(total));
  }
  scores.delete(id ?? 0);
  const best = [...scores].sort(([, a], [, b]) => b - a).map(([post]) => post);
  const found = new Map((await linkablePosts(db, best)).map((post) => [post.id, post]));
  const link_to = best
    .flatMap((post) => found.get(post) ?? [])
    .filter((post) => !hasLink(post_content, post.post_title_web));
  return {
    link_to: link_to.slice(0, maxPosts).map(presented),
    linked_from: post_title_web === '' ? [] : await mentioning(db, id, title, post_title_web),
  };
}

async function mentioning(db: Blog['db'], id: number | null, title: readonly string[], webTitle: string) {
  if (title.length === 0) return [];
  const terms = title.slice(0, maxTitleWords).map((word) => ({ word, prefix: false }));
  const { hits } = await searchPosts(db, terms, { limit: 2 * maxPosts, offset: 0 });
  const others = hits.map(({ post_id }) => post_id).filter((post) => post !== id);
  const posts = await linkablePosts(db, others);
  return posts
    .filter(({ post_content }) => !hasLink(post_content, webTitle))
    .slice(0, maxPosts)
    .map(presented);
}

const presented = ({ id, post_title, post_title_web }: LinkablePost): LinkablePost => ({
  id,
  post_title,
  post_title_web,
});

const hasLink = (html: string, webTitle: string): boolean => html.includes(`${urls.post(webTitle)}"`);

/** Short words of alphabets are mostly articles and prepositions. */
const significant = (words: readonly string[]): string[] =>
  [...new Set(words)].filter((word) => word.length >= 4 || /[^\p{Script=Latin}\d]/u.test(word));

/** The words of the title, and the long ones that the text repeats. */
function subjectOf(title: readonly string[], text: string): string[] {
  const counts = Map.groupBy(indexWords(text), (word) => word);
  const repeated = significant([...counts.keys()])
    .map((word) => ({ word, weight: word.length * ((counts.get(word)?.length ?? 0) - 1) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return [...new Set([...title, ...repeated.map(({ word }) => word)])].slice(0, maxWords);
}
