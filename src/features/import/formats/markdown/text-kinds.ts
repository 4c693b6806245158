import { kindOf } from './kinds.ts';
import type { ParsedText } from './parse-text.ts';
import type { ContentFolder, MarkdownSite } from './site.ts';

export function reasonByPath(
  site: MarkdownSite,
  path: string,
  folder: ContentFolder | undefined,
): string | null {
  if (!folder) return 'It is not in the folder of texts.';
  if (kindOf(path) === 'text')
    return 'It is not Markdown. Convert it, for example with Pandoc, and import it again.';
  const isData =
    (site.generator === 'jekyll' && /(?:^|\/)_(?:data|plugins)\//.test(path)) ||
    (site.generator === 'eleventy' && /(?:^|\/)_[^/]+\//.test(path));
  return isData ? 'It is data of templates.' : null;
}

/** A loop over the texts of the site. */
const listsOthers = /\{%-?\s{0,9}for \w{1,40} in (?:site|paginator|collections|pagination)\b/;
/** The text without what it only quotes: posts about templates contain some. */
function withoutSamples(body: string): string {
  const [first = '', ...others] = body.split(/\{%-?\s{0,9}raw\s{0,9}-?%\}/);
  const after = others.flatMap((part) =>
    part
      .split(/\{%-?\s{0,9}endraw\s{0,9}-?%\}/)
      .slice(1)
      .join(' '),
  );
  const blocks = [first, ...after].join(' ').split(/^(?:```|~~~)/m);
  return blocks.filter((_, index) => index % 2 === 0).join('\n');
}

const readmes = /^(?:readme|license|changelog|contributing|code_of_conduct|security|agents|claude)\.\w+$/i;

export function reasonByContent(site: MarkdownSite, path: string, parsed: ParsedText): string | null {
  const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(path);
  const isHtml = kindOf(path) === 'html';
  if (!parsed.hasFrontMatter) {
    if (isHtml) return 'It is an HTML file without front matter, so it may be a template or a whole page.';
    if (site.generator === 'jekyll' && !isPost)
      return 'It has no front matter, so Jekyll does not publish it.';
    if (readmes.test(path)) return 'It describes the folder.';
  }
  const isIndex = /(?:^|\/)_index(?:\.[a-z-]{2,8})?\.\w+$/i.test(path);
  if (isIndex && parsed.body.trim() === '') return 'It only describes a list of posts.';
  const isLiquid = site.generator === 'jekyll' || site.generator === 'eleventy';
  if (isLiquid && !isPost && listsOthers.test(withoutSamples(parsed.body)))
    return 'It is a template: it shows what other files contain.';
  if (parsed.fields.layout === 'redirect' || parsed.fields.redirectTo) return null;
  if (isHtml && !isPost && parsed.body.trim() === '') return 'It has no text of its own.';
  return null;
}

/** What decides whether a text is a post or a page. */
export type Candidate = {
  kind: 'post' | 'page';
  path: string;
  /** Below the folder of texts, without the language in its name. */
  plainPath: string;
  /** The first folder of that path. */
  section: string;
  date: string | null;
  /** What the text says itself. */
  isPage?: boolean;
};

const postSections =
  /^(?:_?posts?|blog|articles?|notes?|journal|news|writing|essays?|_drafts|20\d{2}|19\d{2})$/i;

/** Texts without a date, and those beside the folders of posts, are pages. */
export function decideKinds(site: MarkdownSite, texts: Candidate[]): void {
  const hasSections = texts.some(({ section, date }) => section !== '' && date !== null);
  for (const one of texts) {
    const isJekyllPost = /(?:^|\/)_(?:posts|drafts)\//.test(one.path);
    if (one.isPage !== undefined && !isJekyllPost) one.kind = one.isPage ? 'page' : 'post';
    else if (isJekyllPost) one.kind = 'post';
    else if (site.generator === 'jekyll')
      one.kind = one.date !== null && /^_/.test(one.section) ? 'post' : 'page';
    else if (one.date === null || /(?:^|\/)_index(?:\.[\w-]{2,8})?\.\w+$/.test(one.path)) one.kind = 'page';
    else if (postSections.test(one.section)) one.kind = 'post';
    else if (/(?:^|\/)pages\//i.test(one.path)) one.kind = 'page';
    else if (site.generator === 'plain') one.kind = 'post';
    else one.kind = hasSections && isTopLevel(one) ? 'page' : 'post';
  }
}

/** `about.md` and `about/index.md`. */
const isTopLevel = ({ section, plainPath }: Candidate): boolean =>
  section === '' ||
  (plainPath.startsWith(`${section}/index.`) && !plainPath.slice(section.length + 1).includes('/'));
