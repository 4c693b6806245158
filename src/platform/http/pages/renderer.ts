import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Blog } from '../../blog.ts';
import type { Translation } from '../../messages/translate.ts';
import type { Assets } from '../../web/assets.ts';
import type { Copy } from '../../web/copy-context.ts';
import type { Redirect } from '../../web/page.ts';
import type { Reads } from '../cache/reads.ts';
import type { RequestContext, Site } from '../context.ts';
import type { Viewer } from '../viewer.ts';

export type Rendered = {
  status: number;
  html: string;
  frames: readonly string[];
  /** What programs look for, which is also in the head. */
  links?: readonly { rel: string; href: string }[];
};

export type RenderOptions<Api> = {
  api: Api;
  assets: Assets;
  signedIn: boolean;
  /** For the admin area. */
  translation?: Translation;
  /** The fields of a form sent with POST. */
  form: URLSearchParams | null;
  /** Renders pages that are written as files. */
  copy?: Copy | null;
  /** The origin of the published page that an answered form leads back to; null: the server shows it itself. */
  published?: string | null;
  /** Renders a page that says that what was at this URL is gone. */
  isGone?: boolean;
  /** Resolves in a later turn of the event loop. */
  yieldTurn: () => Promise<void>;
  onError: (error: unknown) => void;
};

/** What pages can ask while the server renders them. Only the pages, which are above, know its type. */
export type PageApi = (
  site: Site,
  blog: Blog & { reads: Reads },
  viewer: Viewer,
  visit: RequestContext,
) => unknown;

type Render = { render(url: URL, options: RenderOptions<unknown>): Promise<Rendered | Redirect> };

/** Renders pages: the build, or Vite in development. */
export type Renderer = {
  load(): Promise<Render & { assets: Assets }>;
  api: PageApi;
  finish(url: string, html: string): Promise<string>;
  /** Handles requests of the development tools; false for all others. */
  intercept?(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
};

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; assets?: string[] }>;

export async function builtRenderer(folder: string, api: PageApi): Promise<Renderer> {
  const manifest = (part: string): Manifest =>
    JSON.parse(readFileSync(path.join(folder, `client/.vite/${part}.json`), 'utf8'));
  const ofAdmin = manifest('admin');
  const entry = (source: string, part = ofAdmin) => part[source] as Manifest[string];
  const paths = (names: readonly string[] = []) => names.map((name) => `/${name}`);
  const admin = entry('src/modules/admin/start.tsx');
  const sheet = (kind: string) => `/${entry(`src/modules/styles${kind}.css`).file}`;
  const assets: Assets = {
    site: `/${entry('src/modules/client/start.ts', manifest('site')).file}`,
    admin: `/${admin.file}`,
    adminImports: paths(admin.imports?.map((name) => entry(name).file)),
    adminLanguage: (language) => {
      const script = ofAdmin[`src/modules/admin/languages/${language}.ts`];
      return script ? `/${script.file}` : null;
    },
    styles: {
      every: sheet(''),
      list: sheet('-list'),
      post: sheet('-post'),
      other: sheet('-other'),
    },
    adminStyles: paths(admin.imports?.flatMap((name) => entry(name).css ?? [])),
    look: (name) => {
      const sheet = ofAdmin[`src/core/site/looks/${name}/look.css`];
      return sheet ? `/${sheet.file}` : null;
    },
    type: (pairing) => {
      const { file, assets: names = [] } = entry(`src/platform/web/ui/type/${pairing}.css`);
      const first = /\/(?!interface-core-600)[\w-]+-core-\w+-normal-/;
      return { style: `/${file}`, fonts: paths(names.filter((name) => first.test(name)).sort()) };
    },
  };
  const server: Render = await import(pathToFileURL(path.resolve(folder, 'server/entry-server.js')).href);
  return { load: async () => ({ render: server.render, assets }), api, finish: async (_, html) => html };
}
