import type { Blog } from '../../platform/blog.ts';
import {
  type Document,
  forOtherSites,
  type Make,
  sendDocument,
} from '../../platform/http/cache/documents.ts';
import type { Exchange } from '../../platform/http/exchange.ts';
import { Problem } from '../../platform/http/problem.ts';
import { urls } from '../../platform/http/urls.ts';
import { xml } from '../../platform/http/xml.ts';
import { noSuchFile, supportedMethods } from '../../platform/messages/owner.ts';
import { textDirection } from '../../platform/web/language-names.ts';
import { messagesIn } from '../../platform/web/messages/catalogs.ts';
import { customCssVersion } from '../site/api/custom-css.ts';
import { customSheet } from '../site/custom-css.ts';
import { type IconForm, paper, siteIcon } from '../site/icons/site-icons.ts';
import { readPublicSite, readSite } from '../site/site.ts';
import { feedAt, wantsFeedPage } from './feed-path.ts';
import { makeFeed } from './serve-feeds.ts';
import { sitemapFile, sitemapFiles } from './sitemap.ts';
import { currentSiteCard, postCard } from './social-cards.ts';

const day = 24 * 60 * 60;
/** Their URLs stay the same when the owner uploads another icon; pages add its version. */
const iconSeconds = 10 * 60;
const icon =
  (form: IconForm): Make =>
  async (blog) => ({ ...(await siteIcon(blog, form)), seconds: iconSeconds });

/** Documents with well-known paths. */
export const documents: { [path: string]: Make } = {
  '/robots.txt': robots,
  '/sitemap.xml': sitemap,
  '/.well-known/security.txt': securityText,
  '/manifest.webmanifest': manifest,
  '/opensearch.xml': openSearch,
  '/favicon.svg': icon('svg'),
  '/favicon.ico': icon('ico'),
  '/apple-touch-icon.png': icon('apple'),
  '/icon-192.png': icon('192'),
  '/icon-512.png': icon('512'),
  '/icon-maskable-512.png': icon('maskable'),
};

function documentAt(path: string): Make | null {
  if (Object.hasOwn(documents, path)) return documents[path] ?? null;
  const [, id, hash = ''] = /^\/card\/(site|[1-9]\d{0,8})-([0-9a-f]{16})\.png$/.exec(path) ?? [];
  if (id) return (blog) => card(blog, id, hash);
  const version = customCssVersion(path);
  if (version) return (blog) => customStyles(blog, version);
  const [, number] = /^\/sitemap-([1-9]\d{0,5})\.xml$/.exec(path) ?? [];
  return number ? (blog) => sitemapPart(blog, Number(number)) : null;
}

/** Returns false when the path is that of a page, or of a feed that a browser asks for. */
export async function sendDiscovery({ site, context, path, request, response }: Exchange): Promise<boolean> {
  const write = documentAt(path);
  const feed = write ? null : feedAt(path);
  if (!write && !feed) return false;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    throw new Problem('method_not_allowed', supportedMethods(['GET', 'HEAD']));
  }
  if (feed && wantsFeedPage(feed, request)) return false;
  const make: Make = async (blog) => {
    const document = feed ? await makeFeed(blog, feed, path) : await write?.(blog);
    if (!document) throw new Problem('not_found', noSuchFile);
    return 'location' in document
      ? document
      : { ...document, headers: [...(document.headers ?? []), forOtherSites] };
  };
  const counted = feed ? ({ kind: 'feed', name: path } as const) : null;
  await sendDocument(site, path, make, request, response, counted);
  context.counted = counted;
  return true;
}

/** The social card of a post or of the site. An outdated hash redirects to the current one, so that a card has one URL. */
async function card(blog: Blog, subject: string, hash: string) {
  const found =
    subject === 'site' ? await currentSiteCard(blog, hash) : await postCard(blog, Number(subject), hash);
  if (found.path !== null) return { location: found.path };
  return { type: 'image/png', body: await found.draw(), seconds: 365 * day };
}

async function customStyles(blog: Blog, version: string) {
  const sheet = await customSheet(blog, version);
  if (!sheet) throw new Problem('not_found', noSuchFile);
  if ('location' in sheet) return sheet;
  return { type: 'text/css; charset=utf-8', body: sheet.css, seconds: 365 * day };
}

async function robots(blog: Blog): Promise<Document> {
  const lines = [
    'User-agent: *',
    // Without the end marker, pages like /administration and /login-help would be excluded, too.
    `Disallow: ${urls.admin}$`,
    `Disallow: ${urls.admin}/`,
    `Disallow: ${urls.login}$`,
    `Disallow: ${urls.api}/`,
    '',
    `Sitemap: ${blog.siteUrl()}/sitemap.xml`,
    '',
  ];
  return { type: 'text/plain; charset=utf-8', body: lines.join('\n') };
}

const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const asXml = (type: string, body: { text: string }): Document => ({
  type: `${type}; charset=utf-8`,
  body: `<?xml version="1.0" encoding="utf-8"?>\n${body.text}\n`,
});

async function sitemap(blog: Blog): Promise<Document> {
  const files = await sitemapFiles(blog);
  if (files === 1) return sitemapPart(blog, 1);
  const parts = Array.from(
    { length: files },
    (_, index) => xml`<sitemap><loc>${blog.siteUrl()}/sitemap-${index + 1}.xml</loc></sitemap>`,
  );
  return asXml('application/xml', xml`<sitemapindex xmlns="${sitemapNamespace}">\n${parts}\n</sitemapindex>`);
}

async function sitemapPart(blog: Blog, number: number): Promise<Document> {
  const pages = await sitemapFile(blog, number);
  if (pages.length === 0) throw new Problem('not_found', noSuchFile);
  const entries = pages.map(
    ({ url, changed, alternates }) =>
      xml`<url><loc>${url}</loc>${changed ? xml`<lastmod>${changed}</lastmod>` : null}${alternates.map(
        (alternate) =>
          xml`<xhtml:link rel="alternate" hreflang="${alternate.hreflang}" href="${alternate.url}"/>`,
      )}</url>`,
  );
  // Only where it is needed: some readers of sitemaps know no other namespace.
  const xhtml = pages.some(({ alternates }) => alternates.length > 0)
    ? xml` xmlns:xhtml="http://www.w3.org/1999/xhtml"`
    : null;
  return asXml('application/xml', xml`<urlset xmlns="${sitemapNamespace}"${xhtml}>\n${entries}\n</urlset>`);
}

/** RFC 9116 requires an expiry date: the first day of the month seven months from now. */
async function securityText(blog: Blog): Promise<Document> {
  const { contact_email } = await readSite(blog);
  if (!contact_email) throw new Problem('not_found', noSuchFile);
  const now = blog.now();
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 7, 1));
  const lines = [
    `Contact: mailto:${encodeURI(contact_email)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${blog.siteUrl()}/.well-known/security.txt`,
    '',
  ];
  return { type: 'text/plain; charset=utf-8', body: lines.join('\n'), expiresMs: day * 1000 };
}

async function manifest(blog: Blog): Promise<Document> {
  const site = await readPublicSite(blog);
  const version = site.images.icon ? `?v=${site.images.icon.version}` : '';
  const icon = (src: string, sizes: string, type: string, purpose: string) => ({
    src: src + version,
    sizes,
    type,
    purpose,
  });
  const content = {
    id: '/',
    name: site.site_name,
    short_name: site.site_name,
    description: site.site_description,
    lang: site.language,
    dir: textDirection(site.language),
    start_url: urls.home,
    scope: '/',
    display: 'minimal-ui',
    background_color: paper,
    theme_color: site.theme_color,
    icons: [
      ...(site.images.icon ? [] : [icon('/favicon.svg', 'any', 'image/svg+xml', 'any')]),
      icon('/icon-192.png', '192x192', 'image/png', 'any'),
      icon('/icon-512.png', '512x512', 'image/png', 'any'),
      icon('/icon-maskable-512.png', '512x512', 'image/png', 'maskable'),
    ],
  };
  return { type: 'application/manifest+json; charset=utf-8', body: JSON.stringify(content) };
}

/** The standard limits the name to 16 characters. */
async function openSearch(blog: Blog): Promise<Document> {
  const site = await readSite(blog);
  const searchUrl = `${blog.siteUrl()}${urls.search}?q={searchTerms}`;
  return asXml(
    'application/opensearchdescription+xml',
    xml`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${[...site.site_name].slice(0, 16).join('')}</ShortName>
<Description>${messagesIn(site.language).searchOf(site.site_name)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="192" height="192" type="image/png">${blog.siteUrl()}/icon-192.png</Image>
<Url type="text/html" method="get" template="${searchUrl}"/>
</OpenSearchDescription>`,
  );
}
