import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../src/platform/process/package-root.ts';

const postFolder = path.join(packageRoot, 'demo/posts');
const pageFolder = path.join(packageRoot, 'demo/pages');
export const imageFolder = path.join(packageRoot, 'demo/images');

/** Dates are relative to the day on which the demo is filled, so that the site always looks recent. */
const daysAgo = z.number().min(0);

/** In the order of the gallery; the first one is the main image. */
const images = z.array(z.strictObject({ file: z.string(), alt: z.string() }));

const postMatter = z.strictObject({
  title: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  daysAgo,
  revisedDaysAgo: daysAgo.optional(),
  active: z.boolean(),
  votes: z.int().min(0),
  images,
  comments: z.array(
    z.strictObject({
      /** Without a name the comment is anonymous. */
      name: z.string().optional(),
      admin: z.literal(true).optional(),
      text: z.string(),
      approved: z.boolean(),
      daysAgo,
    }),
  ),
});

const pageMatter = z.strictObject({ title: z.string(), path: z.string(), images });

/** The content is HTML as the editor writes it, except that images are named by their file: `../images/tea-0.webp`. */
export type DemoPost = z.infer<typeof postMatter> & { content: string };
export type DemoPage = z.infer<typeof pageMatter> & { content: string };

/** The posts of the demo, in the order of their file names. */
export const readDemoPosts = (): DemoPost[] => readFiles(postFolder, parsePost);
export const readDemoPages = (): DemoPage[] => readFiles(pageFolder, parsePage);

const readFiles = <Parsed>(folder: string, parse: (name: string, text: string) => Parsed): Parsed[] =>
  readdirSync(folder)
    .sort()
    .map((name) =>
      parse(`demo/${path.basename(folder)}/${name}`, readFileSync(path.join(folder, name), 'utf8')),
    );

export const parsePost = (name: string, text: string): DemoPost => parseFile(postMatter, name, text);
const parsePage = (name: string, text: string): DemoPage => parseFile(pageMatter, name, text);

/** A file is JSON front matter between `---json` and `---`, then HTML. */
function parseFile<Matter>(
  matter: z.ZodType<Matter>,
  name: string,
  text: string,
): Matter & { content: string } {
  const [, json, html] = /^---json\n(.*?)\n---\n(.*)$/s.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (json === undefined || html === undefined)
    throw new Error(`${name} must start with front matter between ---json and ---.`);
  try {
    return { ...matter.parse(JSON.parse(json)), content: joinLines(html) };
  } catch (error) {
    throw new Error(`The front matter of ${name} is invalid.`, { cause: error });
  }
}

/** Line breaks and indentation between tags are for people who edit the file; the editor writes none. */
const joinLines = (html: string): string => html.trim().replaceAll(/>\n\s*</g, '><');

/** Replaces the file names of images in the content of a post. */
export const replaceImages = (content: string, urlOf: (file: string) => string): string =>
  content.replaceAll(/\.\.\/images\/([\w.-]+)/g, (_, file: string) => urlOf(file));
