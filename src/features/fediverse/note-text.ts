import { parse, write } from '../../content/document/parse.ts';
import { attribute, isElement, type Parent } from '../../content/document/tree.ts';
import { commentText } from '../../content/foreign/comment-text.ts';
import { cleanText } from '../../platform/http/api/plain-text.ts';
import { isJson, type Json, listOf, textOf, typeOf, webUrl } from './activity-json.ts';

/** Their summary is an excerpt; that of others is a content warning. */
const longForms = ['Article', 'Page', 'Event', 'Video'];
const maxHtml = 200_000;
const maxAttachments = 10;
const maxOptions = 20;
const maxMentions = 50;
const maxLine = 500;

/** The blog, as others mention it: `@name` or `@name@host`, in lower case. */
type OwnHandle = { name: string; host: string };

/** What a comment shows of an object of another server, as plain text: a content warning, the text, and what is attached. */
export function noteText(note: Json, own: OwnHandle): string {
  const type = typeOf(note);
  const title = plain(note.name);
  const warning = longForms.includes(type) ? '' : plain(note.summary);
  const text = withoutOwnMention(commentText(withoutMentionLinks(contentOf(note))), own);
  const options = [...listOf(note.oneOf), ...listOf(note.anyOf)]
    .slice(0, maxOptions)
    .map((option) => (isJson(option) ? plain(option.name) : ''))
    .filter(Boolean)
    .map((option) => `- ${option}`);
  const attachments = listOf(note.attachment).slice(0, maxAttachments).map(attachmentLine).filter(Boolean);
  return [warning, title, text, options.join('\n'), attachments.join('\n')].filter(Boolean).join('\n\n');
}

function contentOf(note: Json): string {
  const content = textOf(note.content);
  if (content) return content.slice(0, maxHtml);
  const [first] = isJson(note.contentMap) ? Object.values(note.contentMap) : [];
  return textOf(first).slice(0, maxHtml);
}

const plain = (value: unknown): string =>
  cleanText(commentText(textOf(value).slice(0, maxLine)).replaceAll(/\s+/g, ' ')).trim();

/** An image is named by its alternative text. */
function attachmentLine(attachment: unknown): string {
  if (!isJson(attachment)) return '';
  const [link] = listOf(attachment.url);
  const url = webUrl(isJson(link) ? link.href : (link ?? attachment.href));
  if (!url) return '';
  const name = plain(attachment.name);
  return name ? `${name} (${url.href})` : url.href;
}

/** People and hashtags are named by the text of their links; their URLs would only be noise in plain text. */
function withoutMentionLinks(html: string): string {
  if (!html.includes('mention') && !html.includes('hashtag')) return html;
  const visit = (parent: Parent) => {
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue;
      const classes = (attribute(child, 'class') ?? '').split(' ');
      if (child.tagName === 'a' && (classes.includes('mention') || classes.includes('hashtag')))
        child.attrs = child.attrs.filter(({ name }) => name !== 'href');
      visit(child);
    }
  };
  const tree = parse(html);
  visit(tree);
  return write(tree);
}

/** Replies begin with the names of those they are sent to; that the blog is one of them goes without saying. */
function withoutOwnMention(text: string, { name, host }: OwnHandle): string {
  const own = [`@${name}`, `@${name}@${host}`].map((handle) => handle.toLowerCase());
  const others: string[] = [];
  let rest = text;
  for (let count = 0; count < maxMentions; count++) {
    const [mention] = /^@[^\s@]+(?:@[^\s@]+)?(?=\s|$)/.exec(rest) ?? [];
    if (!mention) break;
    rest = rest.slice(mention.length).trimStart();
    if (!own.includes(mention.toLowerCase())) others.push(mention);
  }
  return [...others, rest].filter(Boolean).join(' ');
}
