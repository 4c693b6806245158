import { urls } from '../../../platform/http/urls.ts';
import { languageName } from '../../../platform/web/language-names.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { PublicSite } from '../../site/api/site.ts';
import { absoluteUrl } from '../../site/pages/page-meta.tsx';
import { useSite } from '../../site/pages/site-context.ts';
import type { Post, Translation } from '../api/posts.ts';
import { alternatesOf } from './rules.ts';

/** The owner gets inactive ones, too; pages link to what readers can open. */
const activeTranslations = ({ translations }: Post): Translation[] =>
  translations.filter(({ active }) => active === 1);

/** The languages of a public page for search engines, its own included. */
export function Alternates({ post }: { post: Post }) {
  const site = useSite();
  if (post.active === 0) return null;
  const own = { language: post.language || site.language, post_title_web: post.post_title_web };
  return alternatesOf([own, ...activeTranslations(post)], site.language).map(({ hreflang, post }) => (
    <link key={hreflang} rel="alternate" hrefLang={hreflang} href={urlOf(site, post)} />
  ));
}

/** For JSON-LD. */
export function translationWorks(site: PublicSite, post: Post) {
  const works = activeTranslations(post).map((translation) => ({
    '@type': post.kind === 'page' ? 'WebPage' : 'BlogPosting',
    inLanguage: translation.language,
    url: urlOf(site, translation),
  }));
  return works.length > 0 ? works : undefined;
}

const urlOf = (site: PublicSite, { post_title_web }: Pick<Post, 'post_title_web'>): string =>
  absoluteUrl(site, urls.post(post_title_web));

/** Links to the same text in other languages, each named in itself. */
export function TranslationLinks({ post }: { post: Post }) {
  const messages = useMessages();
  const site = useSite();
  const [first, ...others] = activeTranslations(post).map((translation) => (
    <TranslationLink key={translation.id} {...translation} />
  ));
  if (!first) return null;
  return (
    <div className="meta-line translations" lang={site.language}>
      <span>
        {messages.alsoIn} {first}
      </span>
      {others}
    </div>
  );
}

const TranslationLink = ({ language, post_title_web }: Translation) => (
  <a href={urls.post(post_title_web)} rel="alternate" lang={language} hrefLang={language}>
    {capitalized(languageName(language), language)}
  </a>
);

/** Some languages write their own name in lowercase; in a list of links it begins like a title. */
function capitalized(name: string, language: string): string {
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(language) + rest.join('');
}
