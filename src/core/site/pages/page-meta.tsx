import { urls } from '../../../platform/http/urls.ts';
import type { Messages } from '../../../platform/web/messages/types.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import { siteCard } from '../api/cards.ts';
import type { PublicSite } from '../api/site.ts';
import { useSite } from './site-context.ts';

type Author = { display_name: string; links: readonly { url: string }[] };

type Meta = {
  /** The home page has no title of its own: the site name. */
  title?: string | undefined;
  description: string;
  path: string;
  image?: SocialImageInfo | undefined;
  article?: {
    published: string;
    modified: string | null;
    tags: string[];
    locale: string;
    author: Author | null;
  };
};

export type SocialImageInfo = { file_path: string; width: number; height: number; alt: string };

/** Images in an S3 bucket have absoluteUrl URLs already. */
export const absoluteUrl = (site: PublicSite, url: string): string =>
  url.startsWith('/') ? site.site_url + url : url;

/** Metadata of a page, for search engines, social networks and feed readers. */
export function PageMeta({ title, description, path, image, article }: Meta) {
  const site = useSite();
  const url = path === urls.home ? `${site.site_url}/` : absoluteUrl(site, path);
  return (
    <>
      <title>{title ? `${title} · ${site.site_name}` : site.site_name}</title>
      {description && <meta name="description" content={description} />}
      <link rel="canonical" href={url} />
      <meta property="og:site_name" content={site.site_name} />
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:title" content={title ?? site.site_name} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta name="twitter:card" content="summary_large_image" />
      <SocialImage site={site} image={image ?? siteImage(site)} />
      {article && <meta property="og:locale" content={article.locale} />}
      {article && <meta property="article:published_time" content={article.published} />}
      {article?.modified && <meta property="article:modified_time" content={article.modified} />}
      {article?.author && <AuthorMeta author={article.author} />}
      {article?.tags.map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
    </>
  );
}

/** Of pages without an image of their own: what the owner uploaded, or a card with the name of the site. */
const siteImage = (site: PublicSite): SocialImageInfo =>
  site.images.social ? { ...site.images.social, alt: site.site_name } : siteCard(site);

const AuthorMeta = ({ author: { display_name, links } }: { author: Author }) => (
  <>
    <meta name="author" content={display_name} />
    <meta property="article:author" content={links.find(isWebLink)?.url ?? display_name} />
  </>
);

/** Rather than an email address. */
export const isWebLink = ({ url }: { url: string }): boolean => /^https?:/i.test(url);

function SocialImage({ site, image }: { site: PublicSite; image: SocialImageInfo }) {
  return (
    <>
      <meta property="og:image" content={absoluteUrl(site, image.file_path)} />
      <meta property="og:image:width" content={String(image.width)} />
      <meta property="og:image:height" content={String(image.height)} />
      {image.alt && <meta property="og:image:alt" content={image.alt} />}
    </>
  );
}

/** For pages that are not indexed; others use PageMeta. */
export function PageTitle({ children: titleIn }: { children: (messages: Messages) => string }) {
  return <title>{`${titleIn(useMessages())} · ${useSite().site_name}`}</title>;
}

export const NoIndex = () => <meta name="robots" content="noindex" />;
