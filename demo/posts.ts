import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const folder = path.join(import.meta.dirname, 'posts');
export const imageFolder = path.join(import.meta.dirname, 'images');

/** Dates are relative to the day on which the demo is filled, so that the site always looks recent. */
const daysAgo = z.number().min(0);

const frontMatter = z.strictObject({
  title: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  daysAgo,
  revisedDaysAgo: daysAgo.optional(),
  active: z.boolean(),
  votes: z.int().min(0),
  /** In the order of the gallery; the first one is the main image. */
  images: z.array(z.strictObject({ file: z.string(), alt: z.string() })),
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

/** The content is HTML as the editor writes it, except that images are named by their file: `../images/tea-0.webp`. */
export type DemoPost = z.infer<typeof frontMatter> & { content: string };

/** The posts of the demo, in the order of their file names. */
export const readDemoPosts = (): DemoPost[] =>
  readdirSync(folder)
    .sort()
    .map((name) => parsePost(name, readFileSync(path.join(folder, name), 'utf8')));

/** A post file is JSON front matter between `---json` and `---`, then HTML. */
export function parsePost(name: string, text: string): DemoPost {
  const [, json, html] = /^---json\n(.*?)\n---\n(.*)$/s.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (json === undefined || html === undefined)
    throw new Error(`demo/posts/${name} must start with front matter between ---json and ---.`);
  try {
    return { ...frontMatter.parse(JSON.parse(json)), content: joinLines(html) };
  } catch (error) {
    throw new Error(`The front matter of demo/posts/${name} is invalid.`, { cause: error });
  }
}

/** Line breaks and indentation between tags are for people who edit the file; the editor writes none. */
const joinLines = (html: string): string => html.trim().replaceAll(/>\n\s*</g, '><');

/** Replaces the file names of images in the content of a post. */
export const replaceImages = (content: string, urlOf: (file: string) => string): string =>
  content.replaceAll(/\.\.\/images\/([\w.-]+)/g, (_, file: string) => urlOf(file));
