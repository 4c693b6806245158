import { siteCard } from '../../contract/cards.ts';
import type { Image } from '../../contract/images.ts';
import type { PublicSite } from '../../contract/site.ts';
import { urls } from '../../contract/urls.ts';
import { useSite } from './site-context.ts';

type Meta = {
  /** The name of the page; the first page goes by the name of the site. */
  title?: string | undefined;
  description: string;
  path: string;
  image?: SocialPicture | undefined;
  article?: { published: string; modified: string | null; tags: string[] };
};

export type SocialPicture = Pick<Image, 'file_path' | 'width' | 'height' | 'alt'>;

/** Paths of this site are encoded already; pictures may lie elsewhere. */
export const absolute = (site: PublicSite, address: string): string =>
  address.startsWith('/') ? site.site_url + address : address;

/** Metadata of a page, for search engines, social networks and feed readers. */
export function PageMeta({ title, description, path, image, article }: Meta) {
  const site = useSite();
  const address = path === urls.home ? `${site.site_url}/` : absolute(site, path);
  return (
    <>
      <title>{title ? `${title} · ${site.site_name}` : site.site_name}</title>
      {description && <meta name="description" content={description} />}
      <link rel="canonical" href={address} />
      <meta property="og:site_name" content={site.site_name} />
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:title" content={title ?? site.site_name} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={address} />
      <meta name="twitter:card" content="summary_large_image" />
      <SocialImage site={site} image={image ?? siteCard(site)} />
      {article && <meta property="article:published_time" content={article.published} />}
      {article?.modified && <meta property="article:modified_time" content={article.modified} />}
      {article?.tags.map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
    </>
  );
}

function SocialImage({ site, image }: { site: PublicSite; image: SocialPicture }) {
  return (
    <>
      <meta property="og:image" content={absolute(site, image.file_path)} />
      <meta property="og:image:width" content={String(image.width)} />
      <meta property="og:image:height" content={String(image.height)} />
      {image.alt && <meta property="og:image:alt" content={image.alt} />}
    </>
  );
}

/** The title of a page that search engines need not know. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${useSite().site_name}`}</title>;
}

export const NoIndex = () => <meta name="robots" content="noindex" />;
