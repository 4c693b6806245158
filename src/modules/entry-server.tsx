import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { standalonePage, standaloneParams } from '../core/comments/pages/standalone-page.tsx';
import { AdminDocument } from '../core/site/admin/frame/admin-document.tsx';
import { previewedAppearance } from '../core/site/api/appearance.ts';
import { isCssOff } from '../core/site/api/custom-css.ts';
import type { MenuItem, PublicMenu } from '../core/site/api/menu.ts';
import type { Frame } from '../core/site/api/site.ts';
import { Main, mainTag, PublicDocument } from '../core/site/pages/document.tsx';
import { PageTitle } from '../core/site/pages/page-meta.tsx';
import { errorScreen } from '../core/site/pages/screen-error.tsx';
import { SiteProviders } from '../core/site/pages/site-providers.tsx';
import type { Rendered, RenderOptions } from '../platform/http/pages/renderer.ts';
import { urls } from '../platform/http/urls.ts';
import { inTranslation } from '../platform/messages/server-translation.ts';
import { english, t } from '../platform/messages/translate.ts';
import { CopyContext, hasServer } from '../platform/web/copy-context.ts';
import { provideIslands } from '../platform/web/island.tsx';
import { isProblem } from '../platform/web/not-found.ts';
import type { Page, Redirect, Screen, Visit } from '../platform/web/page.ts';
import { SlotsContext } from '../platform/web/slots.tsx';
import { adminModules } from './admin.ts';
import { islands } from './islands.ts';
import type { Api } from './page-api.ts';
import { findPage } from './pages.ts';
import { slots } from './slots.ts';

type Options = RenderOptions<Api>;

/** Not awaited while this module is evaluated, because the build puts the islands into the same file. */
const provided = Promise.all(
  Object.entries(islands).map(async ([name, load]) => provideIslands({ [name]: (await load()).default })),
);

/** Renders the page at a URL. */
export async function render(url: URL, options: Options): Promise<Rendered | Redirect> {
  const { api, assets } = options;
  const { pathname } = url;
  await provided;
  if (options.isGone) return document(url, options, errorScreen(410));
  const found = findPage(pathname);
  if (!found && (pathname === urls.admin || pathname.startsWith(`${urls.admin}/`))) {
    const { site } = await api.frame();
    const { translation = english } = options;
    const head = <PageTitle>{() => t('Admin')}</PageTitle>;
    return {
      status: 200,
      html: inTranslation(translation, () =>
        write(
          <AdminDocument
            site={site}
            modules={adminModules}
            language={translation.language}
            assets={assets}
            pathname={pathname}
            head={head}
          />,
        ),
      ),
      // The appearance screen shows the site in a frame.
      frames: ["'self'"],
    };
  }
  const params = found?.params ?? standaloneParams(pathname);
  // The specification redirects every unknown path to the home page.
  if (!params) return { redirect: urls.home, status: 302 };
  const visit: Visit<Api> = {
    api,
    url,
    params,
    copy: options.copy ?? null,
    published: options.published ?? null,
    signedIn: options.signedIn,
  };
  const opening = open(found?.page ?? standalonePage, visit, options);
  // Most paths that no page has are unknown, and then there is nothing to put into a frame.
  if (!found) {
    const screen = await opening;
    if ('redirect' in screen) return screen;
  }
  return document(url, options, opening, found?.page.path);
}

async function document(
  url: URL,
  { api, assets, signedIn, copy = null, yieldTurn }: Options,
  opening: Screen | Redirect | Promise<Screen | Redirect>,
  /** The path of the page, with names of parameters. */
  pattern = '',
): Promise<Rendered | Redirect> {
  const { pathname } = url;
  const [frame, screen] = await Promise.all([api.frame(), opening]);
  if ('redirect' in screen) return screen;
  // Queries of SQLite and rendering are synchronous: cached pages are sent in between.
  await yieldTurn();
  const appearance = signedIn ? previewedAppearance(url) : null;
  const { status = 200, head, main, frames = [], styles, isStatic = false, isMentionable = false } = screen;
  const links = copy
    ? []
    : [
        ...(isMentionable && frame.site.webmention
          ? [{ rel: 'webmention', href: frame.site.site_url + urls.webmention }]
          : []),
        ...(pathname === urls.home ? slots.flatMap((slot) => slot.links?.(frame.site) ?? []) : []),
      ];
  const site = appearance ? { ...frame.site, ...appearance } : frame.site;
  const visit = { site, copy, signedIn };
  const inContext = (part: ReactNode) => (
    <CopyContext value={copy}>
      <SlotsContext value={slots}>
        {slots.reduce((document: ReactNode, { provide }) => provide?.(document, visit) ?? document, part)}
      </SlotsContext>
    </CopyContext>
  );
  const customCss = appearance || isCssOff(url) || isSignIn(pathname) ? null : frame.customCss;
  const renderShell = () =>
    splitShell(
      renderToString(
        inContext(
          <PublicDocument
            site={site}
            announcement={frame.announcement}
            customCss={customCss}
            menu={hasServer(copy) ? frame.menu : withoutSearch(frame.menu)}
            assets={assets}
            signedIn={signedIn}
            path={pathname + url.search}
            frames={frames}
            styles={styles}
            isStatic={isStatic}
          />,
        ),
      ),
    );
  const isForReaders = !signedIn && !copy && !frame.announcement.active;
  const variant = [pattern, currentUrl(frame.menu, pathname), customCss, isStatic, styles, ...frames].join(
    ' ',
  );
  const [start, middle, end] = isForReaders ? shellOf(frame, variant, renderShell) : renderShell();
  const own = renderToString(
    inContext(
      <SiteProviders site={site} language={site.language} timeZone={site.time_zone}>
        {head}
        {links.map(({ rel, href }) => (
          <link key={rel} rel={rel} href={href} />
        ))}
        <Main>{main}</Main>
      </SiteProviders>,
    ),
  );
  // React escapes everything before it, and JSON in scripts has no "<".
  const mainAt = own.indexOf(mainTag);
  const html = `<!doctype html>${start}${own.slice(0, mainAt)}${middle}${own.slice(mainAt)}${end}`;
  return { status, html, frames, links };
}

/** The document around what a page shows: before its part of the head, up to `main`, and the rest. */
type Shell = readonly [start: string, middle: string, end: string];

/** No text of the owner before `main` is HTML. */
function splitShell(html: string): Shell {
  const headEnd = html.indexOf('</head>');
  const mainAt = html.indexOf(mainTag);
  const mainEnd = html.indexOf('</main>', mainAt) + '</main>'.length;
  return [html.slice(0, headEnd), html.slice(headEnd, mainAt), html.slice(mainEnd)];
}

/** As long as the same frame is read, its header and footer are rendered once for each kind of page. */
const shells = new WeakMap<Frame, Map<string, Shell>>();
const maxShells = 200;

function shellOf(frame: Frame, variant: string, renderShell: () => Shell): Shell {
  const known = shells.get(frame) ?? new Map<string, Shell>();
  shells.set(frame, known);
  const shell = known.get(variant) ?? renderShell();
  if (known.size >= maxShells) known.clear();
  known.set(variant, shell);
  return shell;
}

/** The URL that the menu marks as that of the current page. */
const currentUrl = ({ header, footer }: PublicMenu, path: string): string | undefined =>
  [...header, ...footer].flatMap((item) => [item, ...item.children]).some(({ url }) => url === path)
    ? path
    : undefined;

/** Custom CSS could hide or cover what a password is typed into. */
const isSignIn = (path: string): boolean => path === urls.login || path.startsWith(urls.claim(''));

/** A static copy of the site cannot search. */
function withoutSearch({ header, footer }: PublicMenu): PublicMenu {
  const rest = (items: readonly MenuItem[]): MenuItem[] =>
    items
      .filter(({ url }) => url !== urls.search)
      .map((item) => ({ ...item, children: rest(item.children) }));
  return { header: rest(header), footer: rest(footer) };
}

async function open(
  page: Page<Api>,
  visit: Visit<Api>,
  { form, onError }: Options,
): Promise<Screen | Redirect> {
  try {
    return await (form && page.post ? page.post(visit, form) : page.get(visit));
  } catch (error) {
    if (error instanceof Response) return errorScreen(error.status);
    // The HTTP layer answers expected errors, like rate limits and load shedding.
    if (isProblem(error)) throw error;
    onError(error);
    return errorScreen(500);
  }
}

const write = (document: ReactNode): string => `<!doctype html>${renderToString(document)}`;
